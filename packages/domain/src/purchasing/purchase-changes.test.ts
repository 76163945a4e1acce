import { describe, expect, it } from 'vitest';
import type { OrderDetails } from './order-details.ts';
import {
  acceptedOf,
  adoptionOf,
  attemptEvent,
  cancelRefusalOf,
  cancelRequestOf,
  orderNumberOf,
  preparationOf,
  retryOf,
  startOf,
  waitOf,
} from './purchase-changes.ts';
import { cancelOrder } from './purchase-steps.ts';
import { before, BOUNDS, NOW } from '../../test/test-purchase.ts';

describe('the start of a purchase', () => {
  it('moves it to PROCESSING and stores the time', () => {
    expect(startOf({ status: 'SUBMITTED' }, NOW)).toEqual({
      fields: { status: 'PROCESSING', processingAt: NOW },
      event: { type: 'intent.processing', from: 'SUBMITTED', to: 'PROCESSING' },
      isVisible: true,
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
  const accept = (intent: Parameters<typeof acceptedOf>[0], amountPaidFen: number) =>
    acceptedOf(intent, { order: order(amountPaidFen), acceptedMs: 0 }, 1, NOW);
  const accepted = { type: 'order.accepted', detail: 'ORD-1' };
  const overcharged = { type: 'order.overcharged', detail: '900 paid, 398 agreed' };

  it('is stored and reported when it is new', () => {
    const { fields, event, also } = accept(NEW, 39_800);
    expect(fields).toEqual({
      orderId: 'ORD-1',
      orderStatus: 'PLACED',
      orderAcceptedAt: NOW,
      orderCheckedAt: NOW,
    });
    expect([event, also]).toEqual([accepted, undefined]);
  });

  it('is reported once', () => {
    expect(accept(KNOWN, 39_800)).toMatchObject({ fields: { orderCheckedAt: NOW }, event: null });
  });

  it('is reported with an amount above the total, at once and later', () => {
    expect(accept(NEW, 90_000)).toMatchObject({
      fields: { amountPaidFen: 90_000n },
      event: accepted,
      also: overcharged,
    });
    const later = accept(KNOWN, 90_000);
    const alarm = { kind: 'overcharged', orderId: 'ORD-1', detail: overcharged.detail };
    expect(later).toMatchObject({ event: overcharged, alarms: [alarm] });
    expect(later.fields).toMatchObject({ amountPaidFen: 90_000n, orderAcceptedAt: KNOWN.orderAcceptedAt });
  });
});

const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const CLAIMED = { orderInFlightUntil: before(5000), retryOrderAfter: null };

const BEGUN = { ...CLAIMED, processingAt: before(4000) };

describe('an attempt that only waits', () => {
  it.each([
    ['for an order that may appear writes nothing', { kind: 'wait', until: later(2000) }, {}],
    [
      'after an order that was not sent gives the times back',
      { kind: 'wait', until: later(2000), revertsInFlight: true },
      CLAIMED,
    ],
    ['in this service writes nothing', { kind: 'postpone' }, {}],
  ] as const)('%s', (_what, decision, fields) => {
    expect(waitOf(BEGUN, decision, NOW)).toEqual({
      fields,
      event: null,
      isVisible: false,
      nextAttemptAt: later(2000),
    });
  });
});

describe('an attempt without a definite answer', () => {
  it.each([
    ['writes its event alone', {}, {}],
    [
      'may send the order again once the platform has answered',
      { mayResend: true },
      { retryOrderAfter: NOW },
    ],
    ['gives the times back of an order that was not sent', { revertsInFlight: true }, CLAIMED],
    [
      'may send the order again at once where it gives the times back',
      { revertsInFlight: true, mayResend: true },
      { ...CLAIMED, retryOrderAfter: NOW },
    ],
    ['stores since when the page is missing', { pageGoneAt: before(10) }, { pageGoneAt: before(10) }],
  ])('%s', (_what, decision, fields) => {
    expect(
      retryOf(
        BEGUN,
        { kind: 'retry', reason: 'TIMEOUT', ...decision },
        { attempts: 1, at: NOW, bounds: BOUNDS },
      ),
    ).toEqual({
      fields,
      event: { type: 'intent.attempt_failed', detail: 'TIMEOUT' },
      isVisible: false,
      nextAttemptAt: later('pageGoneAt' in decision ? 9990 : 2000),
    });
  });

  it('is not reported when so many were reported', () => {
    const eleventh = { attempts: 11, at: NOW, bounds: BOUNDS };
    expect(retryOf(BEGUN, { kind: 'retry', reason: 'TIMEOUT' }, eleventh).event).toBeNull();
  });
});

describe('before a call is written', () => {
  const place = (mustCompare: boolean) =>
    ({ kind: 'placeOrder', unitPriceFen: 1, isLastTry: false, mustCompare }) as const;
  const cancel = (doubt: 'reused' | 'uncompared' | null) =>
    cancelOrder({ orderId: 'ORD-1', status: 'ACCEPTED' } as const, { doubt });
  const PLAIN = { pageGoneAt: null, mustCompareOrder: false };
  const GONE = { ...PLAIN, pageGoneAt: before(1000) };
  const COMPARED = { mustCompareOrder: true };

  it.each([
    ['nothing of a page that was never missing', PLAIN, place(false), null],
    ['that the page is there again', GONE, place(false), { pageGoneAt: null }],
    ['that the order must be compared', PLAIN, place(true), COMPARED],
    ['both', GONE, place(true), { pageGoneAt: null, ...COMPARED }],
    ['nothing that the row says already', { ...PLAIN, ...COMPARED }, place(true), null],
    ['nothing when the order is cancelled for another reason than its content', GONE, cancel(null), null],
    ['the doubt about an order that is cancelled', GONE, cancel('reused'), COMPARED],
    ['no doubt that is known', { ...GONE, ...COMPARED }, cancel('uncompared'), null],
  ] as const)('%s', (_what, intent, question, fields) => {
    const change = preparationOf(intent, question);
    expect(change).toEqual(fields && { fields, event: null, isVisible: false });
  });
});

it('the number under which the platform has the order is stored unless it is known', () => {
  expect(orderNumberOf({ merchantOrderNo: 'a' }, 'pi_a')?.fields).toEqual({ merchantOrderNo: 'pi_a' });
  expect(orderNumberOf({ merchantOrderNo: 'a' }, 'a')).toBeNull();
  expect(orderNumberOf({ merchantOrderNo: 'a' }, undefined)).toBeNull();
});

describe('the adoption of an order', () => {
  const OPEN = { submittedAt: before(9000), orderId: null, foundOrderId: null, orderInFlightUntil: null };
  const LISTED = { orderId: 'ORD-1', merchantOrderNo: 'a' };
  const FIELDS = {
    merchantOrderNo: 'a',
    foundOrderId: 'ORD-1',
    mustCompareOrder: true,
    orderInFlightUntil: NOW,
    submittedAt: before(9000),
  };

  it.each(['SUBMITTED', 'PROCESSING'] as const)('makes an intent due that is %s', (status) => {
    expect(adoptionOf({ ...OPEN, status }, LISTED, NOW)).toEqual({
      fields: FIELDS,
      event: { type: 'intent.recovered', detail: 'a' },
      isVisible: true,
      nextAttemptAt: NOW,
    });
  });

  it('repeats the submit of a draft', () => {
    expect(adoptionOf({ ...OPEN, status: 'DRAFT', submittedAt: null }, LISTED, NOW)).toEqual({
      fields: { ...FIELDS, status: 'SUBMITTED', submittedAt: NOW },
      event: { type: 'intent.recovered', from: 'DRAFT', to: 'SUBMITTED', detail: 'a' },
      isVisible: true,
      nextAttemptAt: NOW,
    });
  });

  it('shortens no time in which an order may still appear', () => {
    const orderInFlightUntil = new Date(NOW.getTime() + 1);
    const adoption = adoptionOf({ ...OPEN, status: 'PROCESSING', orderInFlightUntil }, LISTED, NOW);
    expect(adoption?.fields).toMatchObject({ orderInFlightUntil });
  });

  it.each([
    ['COMPLETED', null],
    ['FAILED', null],
    ['CANCELLED', null],
    ['PROCESSING', 'ORD-2'],
  ] as const)('is none where the intent is %s with the order %s', (status, orderId) => {
    expect(adoptionOf({ ...OPEN, status, orderId }, LISTED, NOW)).toBeNull();
  });

  it.each([
    ['ORD-1', true],
    ['ORD-2', false],
  ])('of an intent that was shown %s before: %s', (foundOrderId, isAdopted) => {
    expect(adoptionOf({ ...OPEN, status: 'PROCESSING', foundOrderId }, LISTED, NOW) !== null).toBe(isAdopted);
  });
});

describe('a cancellation', () => {
  it('is stored as a request that has no answer yet', () => {
    expect(cancelRequestOf(NOW)).toEqual({
      fields: { cancelRequestedAt: NOW, cancelRefusal: null },
      event: { type: 'intent.cancel_requested' },
      isVisible: false,
      nextAttemptAt: NOW,
    });
  });

  it('that the platform refuses is no longer requested', () => {
    expect(cancelRefusalOf('already shipped', NOW)).toEqual({
      fields: { cancelRequestedAt: null, cancelRefusal: 'already shipped' },
      event: { type: 'intent.cancel_refused', detail: 'already shipped' },
      isVisible: false,
      nextAttemptAt: later(500),
      endsCancel: true,
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
