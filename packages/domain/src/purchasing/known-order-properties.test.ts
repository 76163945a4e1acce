import { describe, expect, it } from 'vitest';
import { NUMBER_REUSED } from '@procurement-intents/contract/gateway/codes';
import { hasShipped } from './answers.ts';
import { acceptedMs, knownOrderId } from './purchase-rules.ts';
import { expectForAll, isConfused, outcomeOf } from '../../test/any-purchase.ts';
import { BOUNDS, NOTHING } from '../../test/test-purchase.ts';

describe('whatever the row and the outside say', () => {
  it('no purchase whose order was shown once ends without it, but for its time to be confirmed', () =>
    expectForAll((intent, { decision, evidence: { found, foundLast }, now }) => {
      const outcome = outcomeOf(decision);
      if (knownOrderId(intent) === null || !outcome || outcome.order !== null) return;
      expect(outcome).toMatchObject({ failureCode: 'PROCESSING_TIMEOUT', mayAppear: true });
      expect(acceptedMs(intent, now)).toBeGreaterThan(BOUNDS.confirmTimeoutMs);
      expect(found?.ok === true || found?.reason === 'ORDER_ID_REUSED').toBe(true);
      expect(foundLast).toEqual(NOTHING);
    }));

  it('no order is cancelled whose id the platform shows as that of another intent', () =>
    expectForAll((intent, { asked, evidence }) => {
      if (!isConfused(evidence)) return;
      const ids = asked.flatMap((one) => (one.kind === 'cancelOrder' ? [one.order.orderId] : []));
      expect(ids).not.toContain(knownOrderId(intent));
    }));

  it('an order with other content completes nothing before its withdrawal was in vain, and says so then', () =>
    expectForAll((intent, { decision, evidence, now }) => {
      const outcome = outcomeOf(decision);
      const { placed, compared, cancelled } = evidence;
      const isReused = [placed, compared].some((one) => one?.ok === false && one.reason === NUMBER_REUSED);
      if (outcome?.to !== 'COMPLETED' || !isReused) return;
      expect(outcome.doubt).toBe('reused');
      expect(cancelled?.ok === false || isConfused(evidence)).toBe(true);
      const isShipped =
        hasShipped(outcome.order) || (cancelled?.ok === false && cancelled.reason === 'SHIPPED');
      expect(isShipped || acceptedMs(intent, now) > BOUNDS.retryBudgetMs).toBe(true);
    }));
});
