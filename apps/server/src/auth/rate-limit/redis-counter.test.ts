import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { openSharedStore } from '../../../test/support/shared-store.ts';
import { type Counter, createMemoryCounter } from './memory-counter.ts';
import { createRedisCounter } from './redis-counter.ts';

const program = inject('redisProgram');

const KEYS = ['a', 'b', 'c'];
const limit = fc.integer({ min: 1, max: 6 });
const key = fc.constantFrom(...KEYS);

/** One call of a counter, at a second. */
type Step = (counter: Counter, second: number) => unknown;
const step = fc.oneof(
  fc.uniqueArray(fc.record({ key, limit }), { selector: (one) => one.key, minLength: 1 }).map(
    (counts): Step =>
      (counter, second) =>
        counter.add(counts, second),
  ),
  fc.record({ key, limit, weight: fc.integer({ min: 1, max: 6 }) }).map(
    (count): Step =>
      (counter, second) =>
        counter.addWeight(count, second),
  ),
  fc.uniqueArray(key).map(
    (keys): Step =>
      (counter, second) =>
        counter.takeBack(keys, second),
  ),
);
const steps = fc.array(fc.record({ step, later: fc.integer({ min: 0, max: 1 }) }), { maxLength: 30 });

describe.runIf(program !== null)('a counter in Redis', () => {
  it('counts as the counter in memory does, call by call', async () => {
    const store = await openSharedStore(program);
    const shared = createRedisCounter(store);
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const own = createMemoryCounter();
        // Of seconds that no other run counts in.
        runs += 1;
        const since = runs * 1000;
        let second = since;
        for (const { step: take, later } of taken) {
          second = Math.min(second + later, since + 5);
          expect(await take(shared, second)).toEqual(await take(own, second));
        }
        for (const each of KEYS) expect(await shared.read(each, second)).toBe(own.read(each, second));
        // Otherwise the counter may have counted in memory itself.
        expect(store.isAvailable).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
