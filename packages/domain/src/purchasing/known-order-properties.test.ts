import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NUMBER_REUSED } from '@procurement-intents/contract/gateway/codes';
import { hasShipped } from './answers.ts';
import { acceptedMs, knownOrderId } from './purchase-rules.ts';
import { expectForAll, isConfused, ms, outcomeOf } from '../../test/any-purchase.ts';
import { BOUNDS, NOTHING, REUSED, unclear } from '../../test/test-purchase.ts';

describe('whatever the row and the outside say', () => {
  it('no purchase whose order was shown once ends without it, but for its time to be confirmed', () =>
    expectForAll(
      0.025,
      (intent, { decision, evidence: { found, foundLast }, now }) => {
        const outcome = outcomeOf(decision);
        if (knownOrderId(intent) === null || !outcome || outcome.order !== null) return false;
        expect(outcome).toMatchObject({ failureCode: 'PROCESSING_TIMEOUT', mayAppear: true });
        expect(acceptedMs(intent, now)).toBeGreaterThan(BOUNDS.confirmTimeoutMs);
        expect(found?.ok === true || found?.reason === 'ORDER_ID_REUSED').toBe(true);
        expect(foundLast).toEqual(NOTHING);
        return true;
      },
      {
        state: ms(3_500_000, 3_700_000).map((orderAcceptedAt) => ({
          foundOrderId: 'ORD-1',
          orderAcceptedAt,
        })),
      },
    ));

  it('no order is cancelled whose id the platform shows as that of another intent', () =>
    expectForAll(
      0.9,
      (intent, { asked, evidence }) => {
        if (!isConfused(evidence)) return false;
        const ids = asked.flatMap((one) => (one.kind === 'cancelOrder' ? [one.order.orderId] : []));
        expect(ids).not.toContain(knownOrderId(intent));
        return true;
      },
      {
        state: fc.constant({ foundOrderId: 'ORD-1' }),
        world: fc.constant({ found: unclear('ORDER_ID_REUSED') }),
      },
    ));

  it('an order with other content completes nothing before its withdrawal was in vain, and says so then', () =>
    expectForAll(
      0.005,
      (intent, { decision, evidence, now }) => {
        const outcome = outcomeOf(decision);
        const { placed, compared, cancelled } = evidence;
        const isReused = [placed, compared].some((one) => one?.ok === false && one.reason === NUMBER_REUSED);
        if (outcome?.to !== 'COMPLETED' || !isReused) return false;
        expect(outcome.doubt).toBe('reused');
        expect(cancelled?.ok === false || isConfused(evidence)).toBe(true);
        const isShipped =
          hasShipped(outcome.order) || (cancelled?.ok === false && cancelled.reason === 'SHIPPED');
        expect(isShipped || acceptedMs(intent, now) > BOUNDS.retryBudgetMs).toBe(true);
        return true;
      },
      { world: fc.constant({ placed: REUSED }) },
    ));
});
