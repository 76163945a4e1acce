import { expect, it, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { Sweeper } from './sweeper.ts';

const log = createLogger('silent');

it('goes on chunk by chunk while there is more, and sweeps again at its interval', async () => {
  const more = [true, true, false, false];
  const sweep = vi.fn<() => Promise<boolean>>(async () => more.shift() ?? false);
  const sweeper = new Sweeper({ name: 'test', everyMs: 1, sweep, log });
  sweeper.start();
  await vi.waitFor(() => expect(sweep.mock.calls.length).toBeGreaterThan(4));
  await sweeper.stop();
});

it('begins no chunk after it was stopped, and waits for the current one', async () => {
  const chunk = Promise.withResolvers<boolean>();
  const sweep = vi.fn<() => Promise<boolean>>(() => chunk.promise);
  const sweeper = new Sweeper({ name: 'test', everyMs: 1, sweep, log });
  sweeper.start();
  await vi.waitFor(() => expect(sweep).toHaveBeenCalledOnce());
  const ended = vi.fn<() => void>();
  const stopped = sweeper.stop().finally(ended);
  await Promise.resolve();
  expect(ended).not.toHaveBeenCalled();
  chunk.resolve(true);
  await stopped;
  expect(sweep).toHaveBeenCalledOnce();
});

it('goes on after a failure', async () => {
  const sweep = vi.fn<() => Promise<boolean>>(async () => false).mockRejectedValueOnce(new Error('gone'));
  const sweeper = new Sweeper({ name: 'test', everyMs: 1, sweep, log });
  sweeper.start();
  await vi.waitFor(() => expect(sweep.mock.calls.length).toBeGreaterThan(1));
  await sweeper.stop();
});
