import { describe, expect, it } from 'vitest';
import type { OrderFacts } from './answers.ts';
import type { PurchaseState } from './purchase-rules.ts';
import type { Evidence } from './purchase-steps.ts';
import {
  before,
  BOUNDS,
  decide,
  FOUND,
  order,
  PATIENT,
  REUSED,
  SET_BACK,
  unclear,
} from '../../test/test-purchase.ts';

describe('the withdrawal of an order with other content decides', () => {
  const retry = (reason: string) => ({ kind: 'retry', reason });
  const SHOWN = { ...SET_BACK, foundOrderId: 'ORD-1', orderAcceptedAt: before(1000) };
  const SHOWN_LONG = { ...SHOWN, ...PATIENT, orderAcceptedAt: before(BOUNDS.retryBudgetMs + 1) };
  const kept = (status: OrderFacts['status'], doubt: 'reused' | 'uncompared') => ({
    kind: 'end',
    outcome: { to: 'COMPLETED', order: order(status), doubt },
  });

  it.each<[string, Partial<PurchaseState>, Evidence<OrderFacts>, object]>([
    ...(['CONFIRMED', 'OTHER'] as const).flatMap(
      (reason): [string, Partial<PurchaseState>, Evidence<OrderFacts>, object][] => [
        [
          `to take an order with other content back again after a refusal by ${reason}`,
          SHOWN,
          { found: FOUND('CONFIRMED'), compared: REUSED, cancelled: { ok: false, kind: 'refused', reason } },
          retry(`cancelling: ${reason}`),
        ],
        [
          `COMPLETED, in doubt, once that was refused by ${reason} for the whole retry budget`,
          SHOWN_LONG,
          { found: FOUND('CONFIRMED'), compared: REUSED, cancelled: { ok: false, kind: 'refused', reason } },
          kept('CONFIRMED', 'reused'),
        ],
      ],
    ),
    [
      'COMPLETED, in doubt, once no cancellation was answered for the whole retry budget',
      SHOWN_LONG,
      {
        found: FOUND('CONFIRMED'),
        compared: REUSED,
        cancelled: unclear('TIMEOUT'),
        foundAgain: FOUND('CONFIRMED'),
      },
      kept('CONFIRMED', 'reused'),
    ],
    [
      'to wait for an order with other content that nobody takes back',
      SHOWN_LONG,
      {
        found: FOUND('ACCEPTED'),
        compared: REUSED,
        cancelled: { ok: false, kind: 'refused', reason: 'OTHER' },
      },
      {
        kind: 'awaitConfirmation',
        order: order('ACCEPTED'),
        acceptedMs: BOUNDS.retryBudgetMs + 1,
        doubt: 'reused',
      },
    ],
  ])('%s', (_what, change, evidence, decision) => {
    expect(decide(change, evidence)).toEqual(decision);
  });
});
