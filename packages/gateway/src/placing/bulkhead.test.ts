import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Bulkhead } from './bulkhead.ts';
import { CallTime } from './call-time.ts';

it('sends away at once who would wait longer than the time of the call', async () => {
  const bulkhead = new Bulkhead(1);
  const leave = await bulkhead.acquire(new CallTime(performance.now(), 1_000));
  await delay(100);
  leave(); // From now on it knows how long a place is taken.
  await bulkhead.acquire(new CallTime(performance.now(), 1_000));
  await expect(bulkhead.acquire(new CallTime(performance.now(), 50))).rejects.toThrow(
    'too many orders at once',
  );
  expect(bulkhead.queued).toBe(0);
});
