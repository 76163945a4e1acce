import { afterEach, expect, it, vi } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';
import { createServerClock } from './server-clock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

// Node warns of a negative delay on stderr.
it('sets no timer for a time that has passed since it last read the clock', async () => {
  let nowMs = 0;
  let stepMs = 0;
  const delays: (number | undefined)[] = [];
  vi.stubGlobal('performance', { now: () => (nowMs += stepMs) });
  vi.stubGlobal('setTimeout', (_: () => void, delayMs?: number) => void delays.push(delayMs));
  const acquire = createRateLimiter({ ...createServerClock(), nowMs: () => 0 });
  const caller = new AbortController();
  const report = await acquire('create', caller.signal);
  const headers = { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' };
  // Until 1000 ms there is room for no other call.
  report(new Headers(headers));
  nowMs = 997;
  stepMs = 2;
  const waiting = acquire('create', caller.signal);
  caller.abort();
  await expect(waiting).rejects.toBe(caller.signal.reason);
  expect(delays).toEqual([0]);
});
