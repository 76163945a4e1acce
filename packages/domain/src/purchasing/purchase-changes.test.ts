import { describe, expect, it } from 'vitest';
import type { OrderDetails } from './order-details.ts';
import { acceptedOf, attemptEvent, cancelRefusalOf, cancelRequestOf, startOf } from './purchase-changes.ts';
import { before, NOW } from '../../test/test-purchase.ts';

describe('the start of a purchase', () => {
  it('moves it to PROCESSING and stores the time', () => {
    expect(startOf({ status: 'SUBMITTED' }, NOW)).toEqual({
      fields: { status: 'PROCESSING', processingAt: NOW },
      event: { type: 'intent.processing', from: 'SUBMITTED', to: 'PROCESSING' },
    });
  });

  it.each(['DRAFT', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const)(
    'is none of an intent that is %s',
    (status) => {
      expect(() => startOf({ status }, NOW)).toThrow('is not a move of the lifecycle');
    },
  );
});

describe('an order that is not confirmed yet', () => {
  const NEW = { totalFen: 39_800n, amountPaidFen: null, orderId: null, orderAcceptedAt: null };
  const KNOWN = { ...NEW, orderId: 'ORD-1', orderAcceptedAt: before(1000) };
  const order = (amountPaidFen: number): OrderDetails => ({
    orderId: 'ORD-1',
    status: 'ACCEPTED',
    amountPaidFen,
    parcels: [],
  });
  const accepted = { type: 'order.accepted', detail: 'ORD-1' };
  const overcharged = { type: 'order.overcharged', detail: '900 paid, 398 agreed' };

  it('is stored and reported when it is new', () => {
    const { fields, event, also } = acceptedOf(NEW, order(39_800), NOW);
    expect(fields).toEqual({ orderId: 'ORD-1', orderStatus: 'PLACED', orderAcceptedAt: NOW });
    expect([event, also]).toEqual([accepted, undefined]);
  });

  it('is reported once', () => {
    expect(acceptedOf(KNOWN, order(39_800), NOW)).toMatchObject({ fields: {}, event: null });
  });

  it('is reported with an amount above the total, at once and later', () => {
    expect(acceptedOf(NEW, order(90_000), NOW)).toMatchObject({
      fields: { amountPaidFen: 90_000n },
      event: accepted,
      also: overcharged,
    });
    const later = acceptedOf(KNOWN, order(90_000), NOW);
    expect(later).toMatchObject({ event: overcharged, charge: { overcharged } });
    expect(later.fields).toMatchObject({ amountPaidFen: 90_000n, orderAcceptedAt: KNOWN.orderAcceptedAt });
  });
});

describe('a cancellation', () => {
  it('is stored as a request that has no answer yet', () => {
    expect(cancelRequestOf(NOW)).toEqual({
      fields: { cancelRequestedAt: NOW, cancelRefusal: null },
      event: { type: 'intent.cancel_requested' },
    });
  });

  it('that the platform refuses is no longer requested', () => {
    expect(cancelRefusalOf('already shipped')).toEqual({
      fields: { cancelRequestedAt: null, cancelRefusal: 'already shipped' },
      event: { type: 'intent.cancel_refused', detail: 'already shipped' },
    });
  });
});

it('reports attempts up to the tenth, then at each doubling', () => {
  const told = Array.from({ length: 100 }, (_, index) => index + 1).filter((count) =>
    attemptEvent(count, 'x'),
  );
  expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 40, 80]);
  expect(attemptEvent(20, 'TIMEOUT')).toEqual({
    type: 'intent.attempt_failed',
    detail: 'TIMEOUT (attempt 20)',
  });
});
