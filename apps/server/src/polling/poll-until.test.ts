import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pollUntil } from './poll-until.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('answers what it finds first, and reads no more', async () => {
  const answers = [null, null, 'found', 'later'];
  expect(await pollUntil(async () => answers.shift() ?? null, { timeoutMs: 1000 })).toBe('found');
  expect(answers).toEqual(['later']);
});

it('answers null once the time is over', async () => {
  const read = async () => {
    vi.advanceTimersByTime(500);
    return null;
  };
  const polled = vi.fn<() => Promise<null>>(read);
  expect(await pollUntil(polled, { timeoutMs: 1000 })).toBeNull();
  expect(polled).toHaveBeenCalledTimes(2);
});

it('reads no more once its signal is aborted', async () => {
  const caller = new AbortController();
  const read = vi.fn<() => Promise<null>>(async () => {
    caller.abort();
    return null;
  });
  expect(await pollUntil(read, { timeoutMs: 1000, signal: caller.signal })).toBeNull();
  expect(read).toHaveBeenCalledOnce();
});
