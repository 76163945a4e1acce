import { performance } from 'node:perf_hooks';
import { afterEach, expect, it, vi } from 'vitest';
import { CallCounter } from './call-counter.ts';
import { SpareTime } from './spare-time.ts';

afterEach(() => vi.restoreAllMocks());

const NEVER = new AbortController().signal;

/** How long it rests after work of a millisecond, beside others that keep the thread for this part of the time. */
async function restMs(
  busy: number,
  meanwhile: (count: CallCounter) => void = () => undefined,
  cost = 1,
): Promise<number> {
  vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue({
    active: 1 + 100 * busy,
    idle: 100 - 100 * busy,
    utilization: busy,
  });
  const times = [0, 0, 1];
  vi.spyOn(performance, 'now').mockImplementation(() => times.shift() ?? 1);
  const count = new CallCounter();
  count.add();
  const rests: number[] = [];
  const time = new SpareTime(count, { cost, pause: async (ms) => void rests.push(ms) });
  performance.now();
  time.spend(() => meanwhile(count));
  await time.rest(NEVER);
  return rests[0] ?? NaN;
}

it('takes all of the thread while nobody else wants it', async () => {
  expect(await restMs(0)).toBe(0);
});

it('leaves nine tenths of it while others call', async () => {
  expect(await restMs(0, (count) => count.add())).toBe(9);
});

it('rests for what its work costs elsewhere, too', async () => {
  expect(await restMs(0, (count) => count.add(), 4)).toBe(36);
});

it('leaves nine tenths of it while others keep it busy', async () => {
  expect(await restMs(0.9)).toBe(9);
});
