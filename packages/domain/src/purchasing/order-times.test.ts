import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { inFlightMsOf, mayStillSend, type OrderTimes, placeBeforeSecondsOf } from './order-times.ts';
import type { PurchaseBounds } from './purchase-rules.ts';

describe('the times of an order', () => {
  it.each<[orderTimeoutMs: number, lateMarginMs: number, placeBeforeSeconds: number, inFlightMs: number]>([
    [100, 1000, 1, 2000],
    [1000, 1000, 1, 2000],
    [1001, 1000, 2, 3000],
    [10_000, 30_000, 10, 40_000],
    [60_000, 600_000, 60, 660_000],
  ])(
    'with a timeout of %s ms and a margin of %s ms: the gateway gets %s s, in flight for %s ms',
    (orderTimeoutMs, lateMarginMs, placeBeforeSeconds, inFlightMs) => {
      expect(placeBeforeSecondsOf({ orderTimeoutMs })).toBe(placeBeforeSeconds);
      expect(inFlightMsOf({ orderTimeoutMs, lateMarginMs })).toBe(inFlightMs);
    },
  );

  it.each<[elapsedMs: number, lateMarginMs: number, maySend: boolean]>([
    [0, 1000, true],
    [500, 1000, true],
    [501, 1000, false],
    [15_000, 30_000, true],
    [15_001, 30_000, false],
    [40_000, 30_000, false],
  ])('%s ms after the start, with a margin of %s ms, may be sent: %s', (elapsedMs, lateMarginMs, maySend) => {
    expect(mayStillSend(elapsedMs, { lateMarginMs })).toBe(maySend);
  });

  it('leave half of the margin after the limit of any order that may be sent', () => {
    const time = (min: number, max: number) => fc.integer({ min, max });
    fc.assert(
      fc.property(
        time(100, 60_000),
        time(1000, 600_000),
        time(0, 600_000),
        (orderTimeoutMs, lateMarginMs, sentAtMs) => {
          fc.pre(mayStillSend(sentAtMs, { lateMarginMs }));
          const limitMs = sentAtMs + placeBeforeSecondsOf({ orderTimeoutMs }) * 1000;
          expect(inFlightMsOf({ orderTimeoutMs, lateMarginMs }) - limitMs).toBeGreaterThanOrEqual(
            lateMarginMs / 2,
          );
        },
      ),
    );
  });

  it('never pass for the bounds of a purchase', () => {
    expectTypeOf<OrderTimes>().not.toExtend<Partial<PurchaseBounds>>();
    expectTypeOf<keyof OrderTimes & keyof PurchaseBounds>().toBeNever();
  });
});
