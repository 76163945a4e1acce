import { describe, expect, it } from 'vitest';
import type { OrderDetails } from './order-details.ts';
import type { PurchaseState } from './purchase-rules.ts';
import type { Evidence, Step } from './purchase-steps.ts';
import { shownOrderOf } from './shown-order.ts';
import { BOUNDS, NOW, purchaseState, REUSED, SET_BACK, unclear } from '../../test/test-purchase.ts';

const order = (status: OrderDetails['status'], amountPaidFen = 39_800): OrderDetails => ({
  orderId: 'ORD-1',
  status,
  amountPaidFen,
  parcels: [],
});
const found = (status: OrderDetails['status']) => ({ found: { ok: true, order: order(status) } }) as const;
const RETRY = { kind: 'retry', reason: 'TIMEOUT' } as const;
const CANCEL = {
  kind: 'cancelOrder',
  order: order('ACCEPTED'),
  isLastTry: false,
  doubt: null,
  alarms: [],
} as const;
const COMPLETED = { to: 'COMPLETED', order: order('CONFIRMED') } as const;

const shown = (
  change: Partial<PurchaseState>,
  evidence: Evidence<OrderDetails>,
  step: Step<OrderDetails> = RETRY,
) =>
  shownOrderOf(
    {
      intent: { totalFen: 39_800n, amountPaidFen: null, ...purchaseState(change) },
      evidence,
      now: NOW,
      bounds: BOUNDS,
      isSupplierBlocked: false,
    },
    step,
    NOW,
  );

const ACCEPTED = {
  fields: { orderId: 'ORD-1', orderStatus: 'PLACED', orderAcceptedAt: NOW },
  event: { type: 'order.accepted', detail: 'ORD-1' },
  isVisible: true,
  alarms: [],
};
const NO_NEWS = { is: 'no news' };
const FOUND = {
  fields: { foundOrderId: 'ORD-1', orderAcceptedAt: NOW },
  event: null,
  isVisible: false,
  alarms: [],
};

describe('an order that the platform shows is', () => {
  it.each<[string, Parameters<typeof shown>, object | null]>([
    ['accepted before its cancellation is sent', [{}, found('ACCEPTED'), CANCEL], ACCEPTED],
    ['accepted where the attempt is repeated', [{}, found('CONFIRMED')], ACCEPTED],
    [
      'accepted where it was found under another id before',
      [{ orderId: 'ORD-0' }, found('ACCEPTED')],
      ACCEPTED,
    ],
    [
      'accepted once it was compared',
      [SET_BACK, { compared: { ok: true, order: order('ACCEPTED') } }],
      ACCEPTED,
    ],
    ['no news when the row has it', [{ orderId: 'ORD-1' }, found('ACCEPTED')], null],
    [
      'no news when it was kept apart before',
      [{ ...SET_BACK, foundOrderId: 'ORD-1' }, found('ACCEPTED')],
      null,
    ],
    ['kept apart until it is compared', [SET_BACK, found('CONFIRMED')], FOUND],
    ['kept apart on a marked row', [{ mustCompareOrder: true }, found('CONFIRMED')], FOUND],
    ['kept apart when its content is another', [{}, { ...found('ACCEPTED'), placed: REUSED }], FOUND],
    ['kept apart when nobody pays for it', [{}, found('CANCELLED')], FOUND],
    [
      'kept apart while it is in doubt and not confirmed',
      [
        SET_BACK,
        found('ACCEPTED'),
        { kind: 'awaitConfirmation', order: order('ACCEPTED'), acceptedMs: 0, doubt: 'reused' },
      ],
      FOUND,
    ],
    [
      'written by the step that waits for it',
      [{}, found('ACCEPTED'), { kind: 'awaitConfirmation', order: order('ACCEPTED'), acceptedMs: 0 }],
      null,
    ],
    ['written by the end', [{}, found('CONFIRMED'), { kind: 'end', outcome: COMPLETED }], null],
    ['none without an answer', [{}, { found: unclear('TIMEOUT') }], null],
  ])('%s', (_what, given, change) => {
    expect(shown(...given) ?? NO_NEWS).toMatchObject(change ?? NO_NEWS);
  });

  it('told with an amount above the total', () => {
    expect(shown({}, { found: { ok: true, order: order('ACCEPTED', 90_000) } })).toMatchObject({
      event: { type: 'order.accepted' },
      also: { type: 'order.overcharged' },
      alarms: [{ kind: 'overcharged' }],
    });
  });

  it.each(['reused', 'uncompared'] as const)('told when it completes the intent %s', (doubt) => {
    const step = { kind: 'end', outcome: { ...COMPLETED, doubt } } as const;
    expect(shown(SET_BACK, found('CONFIRMED'), step)).toMatchObject({
      fields: { foundOrderId: 'ORD-1' },
      event: { type: 'order.content_differs', detail: expect.stringContaining('platform') },
    });
  });
});
