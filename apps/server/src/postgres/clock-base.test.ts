import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ClockBase, refineBase } from './clock-base.ts';

const KNOWN: ClockBase = { databaseMs: 1_000_000, monotonicMs: 0, wallMs: 0, errorMs: 2 };
/** A question sent after 30 s, answered after `roundTripMs`; the database stood at `databaseMs` in between. */
const measured = (databaseMs: number, roundTripMs: number) => ({
  databaseMs,
  sentMs: 30_000,
  receivedMs: 30_000 + roundTripMs,
  wallMs: 0,
});
/** What a base says the database's time is at this monotonic time. */
const timeAt = (base: ClockBase, monotonicMs: number): number =>
  base.databaseMs + monotonicMs - base.monotonicMs;

it('takes the first measurement as it is, in the middle of its round trip', () => {
  expect(refineBase(null, measured(1_000_000, 100))).toMatchObject({ databaseMs: 1_000_050, errorMs: 50 });
});

it('takes a measurement that is at least as good as what is known', () => {
  const base = refineBase(KNOWN, measured(1_029_000, 4));
  expect(base).toMatchObject({ databaseMs: 1_029_002, errorMs: 2, monotonicMs: 30_004 });
});

it('keeps what it knows when a slow measurement agrees', () => {
  const base = refineBase(KNOWN, measured(1_030_900, 2000));
  expect(timeAt(base, 32_000)).toBe(timeAt(KNOWN, 32_000));
  expect(base.errorMs).toBeLessThan(10);
});

it.each([
  { title: 'later', databaseMs: 1_090_000, expected: 1_090_000 },
  { title: 'earlier', databaseMs: 1_000_000, expected: 1_002_000 },
])('goes no $title than a slow measurement proves', ({ databaseMs, expected }) => {
  const base = refineBase(KNOWN, measured(databaseMs, 2000));
  expect(timeAt(base, 32_000)).toBe(expected);
  // A quick one that comes next is better.
  expect(base.errorMs).toBe(2000);
});

it('is never further from the truth than its error says, whatever the journeys', () => {
  const journeys = fc.array(
    fc.record({ out: fc.nat({ max: 5000 }), back: fc.nat({ max: 5000 }), pause: fc.nat({ max: 30_000 }) }),
    { minLength: 1, maxLength: 20 },
  );
  const AHEAD_MS = 123_456;
  fc.assert(
    fc.property(journeys, (steps) => {
      let base: ClockBase | null = null;
      let nowMs = 0;
      for (const { out, back, pause } of steps) {
        const sentMs = nowMs + pause;
        const askedMs = sentMs + out;
        nowMs = askedMs + back;
        base = refineBase(base, {
          databaseMs: askedMs + AHEAD_MS,
          sentMs,
          receivedMs: nowMs,
          wallMs: nowMs,
        });
        expect(Math.abs(timeAt(base, nowMs) - (nowMs + AHEAD_MS))).toBeLessThanOrEqual(base.errorMs + 0.001);
      }
    }),
  );
});
