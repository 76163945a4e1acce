import { describe, expect, it } from 'vitest';
import { chargeOf, orderFields, type OrderDetails, orderStatusOf, withCharge } from './order-details.ts';

const agreed = (amountPaidFen: bigint | null) => ({ totalFen: 39_800n, amountPaidFen });

describe('the amount of an order', () => {
  it.each<
    [string, paid: number, known: bigint | null, isPaid: boolean, shown: bigint | null, isReported: boolean]
  >([
    ['is not shown before the platform has confirmed it', 39_800, null, false, null, false],
    ['is shown once the platform has confirmed it', 39_800, null, true, 39_800n, false],
    ['above the total is shown and reported at once', 39_801, null, false, 39_801n, true],
    ['above the total is reported once', 39_801, 39_801n, true, null, false],
    ['above the total is reported again when it grows', 40_000, 39_801n, false, 40_000n, true],
    ['that falls is shown, above the total too, and not reported', 39_801, 40_000n, true, 39_801n, false],
    ['that was shown is kept up to date', 39_800, 39_801n, false, 39_800n, false],
    ['that grows within the total is not reported', 39_800, 100n, true, 39_800n, false],
  ])('%s', (_what, amountPaidFen, known, isPaid, shown, isReported) => {
    const { fields, overcharged } = chargeOf({ amountPaidFen }, agreed(known), isPaid);
    expect(fields).toEqual(shown === null ? {} : { amountPaidFen: shown });
    expect(overcharged).toEqual(
      isReported ? { type: 'order.overcharged', detail: `${amountPaidFen / 100} paid, 398 agreed` } : null,
    );
  });
});

describe('the events of a write', () => {
  const VISIBLE = { isVisible: true };
  const accepted = { type: 'order.accepted', detail: 'ORD-1' } as const;
  const overcharge = chargeOf({ amountPaidFen: 90_000 }, agreed(null), true);
  const lowered = chargeOf({ amountPaidFen: 39_800 }, agreed(90_000n), true);
  const unchanged = chargeOf({ amountPaidFen: 39_800 }, agreed(39_800n), true);

  it('are its own and then that of the amount', () => {
    expect(withCharge(accepted, overcharge)).toEqual({
      ...VISIBLE,
      event: accepted,
      also: overcharge.overcharged,
    });
    expect(withCharge(accepted, lowered)).toEqual({ ...VISIBLE, event: accepted, also: undefined });
  });

  it('are that of the amount where it has none of its own', () => {
    expect(withCharge(null, overcharge)).toEqual({ ...VISIBLE, event: overcharge.overcharged });
    expect(withCharge(null, lowered)).toEqual({
      ...VISIBLE,
      event: { type: 'order.amount_changed', detail: '398' },
    });
    expect(withCharge(null, unchanged)).toEqual({ event: null, isVisible: false });
  });
});

describe('an order is shown', () => {
  const order: OrderDetails = { orderId: 'ORD-1', status: 'ACCEPTED', amountPaidFen: 1, parcels: [] };

  it.each([
    ['ACCEPTED', 'PLACED'],
    ['CONFIRMED', 'PLACED'],
    ['SHIPPED', 'SHIPPED'],
    ['DELIVERED', 'DELIVERED'],
    ['CANCELLED', 'CANCELLED'],
    ['REJECTED', null],
  ] as const)('%s as %s', (status, shown) => {
    expect(orderStatusOf({ ...order, status })).toBe(shown);
  });

  it('with the parcels and refund that the platform names, and no others', () => {
    expect(orderFields(order)).toEqual({ orderId: 'ORD-1', orderStatus: 'PLACED' });
    const parcels = [{ trackingNumber: 'SF1', trackingCompany: '顺丰' }, { trackingNumber: 'SF2' }];
    expect(orderFields({ ...order, ...parcels[0], parcels, refundedFen: 0 })).toEqual({
      orderId: 'ORD-1',
      orderStatus: 'PLACED',
      trackingNumber: 'SF1',
      trackingCompany: '顺丰',
      parcels,
      refundedFen: 0n,
    });
  });
});
