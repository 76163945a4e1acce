import { afterEach, expect, it, vi } from 'vitest';
import { Deadline } from './deadline.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createServerClock } from './server-clock.ts';
import { createTimestamps } from '../signing/used-timestamps.ts';

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
  const acquire = createRateLimiter({ ...createServerClock(createTimestamps()), nowMs: () => 0 });
  const caller = new AbortController();
  const deadline = new Deadline(Infinity, caller.signal);
  const report = await acquire('create', deadline, 0);
  const headers = { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' };
  // Until 1000 ms there is room for no other call.
  report(new Headers(headers));
  nowMs = 995;
  stepMs = 2;
  const waiting = acquire('create', deadline, 0);
  caller.abort();
  await expect(waiting).rejects.toBe(caller.signal.reason);
  expect(delays).toEqual([0]);
});

it('gives room that has just become free to whoever waits, not to a later call', async () => {
  let nowMs = 0;
  vi.stubGlobal('performance', { now: () => nowMs });
  const limiter = createRateLimiter({ ...createServerClock(createTimestamps()), nowMs: () => 0 });
  const caller = new AbortController();
  const acquire = async () => limiter('create', new Deadline(Infinity, caller.signal), 0);
  const report = await acquire();
  report(new Headers({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' }));
  const admitted: string[] = [];
  const waiting = acquire().then(() => admitted.push('earlier'));
  // No timer has fired.
  nowMs = 1_001;
  const later = acquire().then(() => admitted.push('later'));
  await waiting;
  expect(admitted).toEqual(['earlier']);
  caller.abort();
  await expect(later).rejects.toBe(caller.signal.reason);
});
