import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NUMBER_REUSED } from '@procurement-intents/contract/gateway/codes';
import { isOwnReason, wasCalled } from '../call-answers.ts';
import { hasShipped, isDead, type OrderFacts } from './answers.ts';
import {
  acceptedMs,
  isAbovePrice,
  knownOrderId,
  mayHoldOlderContent,
  mayOrderAppear,
} from './purchase-rules.ts';
import { type Evidence } from './purchase-steps.ts';
import { isCancelUnanswered } from './sent-cancel.ts';
import {
  anyState,
  anyWorld,
  attempt,
  expectForAll,
  isConfused,
  isOver,
  ms,
  outcomeOf,
} from '../../test/any-purchase.ts';
import { before, BOUNDS, NOW, purchaseState, REUSED, unclear } from '../../test/test-purchase.ts';

describe('whatever the row and the outside say', () => {
  it('an attempt ends, and asks no question twice', () => expectForAll(1, () => true));

  it('no purchase ends without a known order while one may appear', () =>
    expectForAll(0.07, (intent, { decision, now }) => {
      if (!mayOrderAppear(intent, now)) return false;
      expect(outcomeOf(decision)?.order).not.toBeNull();
      return true;
    }));

  it('no purchase fails or is cancelled with an order that lives', () =>
    expectForAll(0.15, (_intent, { decision }) => {
      const outcome = outcomeOf(decision);
      if (!outcome?.order) return false;
      expect(isDead(outcome.order)).toBe(outcome.to !== 'COMPLETED');
      return true;
    }));

  it('nothing is ordered above the price, beside a known order, or for who wants to cancel', () =>
    expectForAll(0.03, (intent, { asked, evidence }) => {
      const placed = asked.find((one) => one.kind === 'placeOrder');
      if (!placed) return false;
      expect(isAbovePrice({ priceFen: placed.unitPriceFen }, intent)).toBe(false);
      expect(knownOrderId(intent) ?? intent.cancelRequestedAt).toBeNull();
      expect(evidence.found === undefined || (evidence.found.ok && evidence.found.order === null)).toBe(true);
      expect(evidence.found !== undefined || intent.orderInFlightUntil === null).toBe(true);
      return true;
    }));

  it('nothing is ordered from a blocked supplier', () =>
    expectForAll(0.1, (_intent, { asked, world }) => {
      if (!world.isSupplierBlocked) return false;
      expect(asked.map(({ kind }) => kind)).not.toContain('placeOrder');
      return true;
    }));

  it('no order is taken for the own one of a marked row unless the platform says so, or it cannot be taken back', () =>
    expectForAll(0.015, (intent, { decision, evidence }) => {
      const { placed, compared, cancelled } = evidence;
      const isTaken = decision.kind === 'awaitConfirmation' || outcomeOf(decision)?.to === 'COMPLETED';
      if (!isTaken || !intent.mustCompareOrder || intent.orderId !== null) return false;
      expect(placed?.ok || compared?.ok || cancelled?.ok === false || isConfused(evidence)).toBe(true);
      return true;
    }));

  it('nothing is COMPLETED by an order whose cancellation may still be carried out, unless it was repeated in vain', () =>
    expectForAll(0.01, (intent, { decision, evidence }) => {
      const outcome = outcomeOf(decision);
      if (outcome?.to !== 'COMPLETED' || !isCancelUnanswered(intent, outcome.order)) return false;
      const wasTold = intent.cancelRefusal !== null;
      expect(wasTold || evidence.cancelled?.ok === false || isConfused(evidence)).toBe(true);
      return true;
    }));

  /** What cannot be taken back is kept, whatever the platform answers. */
  const hasLeft = ({ found, foundLast, placed, compared, foundAgain }: Evidence<OrderFacts>): boolean =>
    [found, foundLast, placed, compared, foundAgain].some(
      (one) => one?.ok && one.order && hasShipped(one.order),
    );

  it('nothing is COMPLETED, and no cancellation refused, by an order as it was before a cancellation without an answer', () =>
    expectForAll(
      0.005,
      (_intent, { decision, evidence }) => {
        const { cancelled, foundAgain } = evidence;
        const isUnanswered = cancelled?.ok === false && cancelled.kind === 'unclear' && !cancelled.isNotSent;
        const countsOnOrder = outcomeOf(decision)?.to === 'COMPLETED' || decision.kind === 'refuseCancel';
        if (!isUnanswered || !countsOnOrder || hasLeft(evidence)) return false;
        expect(foundAgain?.ok && foundAgain.order !== null && !isDead(foundAgain.order)).toBe(true);
        return true;
      },
      {
        state: ms(500_000, 700_000).map((cancelRequestedAt) => ({ cancelRequestedAt })),
        world: fc.constant({ cancelled: unclear('TIMEOUT') }),
      },
    ));

  it('no cancellation is sent for an order that is confirmed, once a caller was told that the purchase goes on', () =>
    expectForAll(0.02, (intent, { asked, evidence, now }) => {
      const isTold = intent.cancelRefusal !== null && intent.cancelRequestedAt === null;
      const isInTime = acceptedMs(intent, now) <= BOUNDS.confirmTimeoutMs;
      if (!isTold || !isInTime || mayHoldOlderContent(intent, now, { ...BOUNDS, recoveredAt: NOW }))
        return false;
      if (evidence.placed?.ok === false || evidence.compared?.ok === false) return false;
      const sent = asked.find((one) => one.kind === 'cancelOrder');
      expect(sent?.order.status ?? 'CANCELLED').toBe('CANCELLED');
      return true;
    }));

  it('only reverts the time in flight of an order that was certainly not sent', () =>
    expectForAll(0.009, (_intent, { decision, evidence: { placed } }) => {
      if (!('revertsInFlight' in decision) || !decision.revertsInFlight) return false;
      expect(placed?.ok === false && (placed.kind === 'refused' || placed.isNotSent)).toBe(true);
      return true;
    }));

  it('nothing ends, and no cancellation is refused, by a call that this service held back', () =>
    expectForAll(0.2, (_intent, { decision, evidence }) => {
      if (!isOver(decision)) return false;
      const { found, foundLast, page, placed, compared, cancelled } = evidence;
      const failed = [found, foundLast, page, placed, compared, cancelled].flatMap((one) =>
        one?.ok === false ? [one] : [],
      );
      expect(failed.filter(isOwnReason)).toEqual([]);
      return true;
    }));

  it('nor by one that a breaker stopped, unless the parcel has left', () =>
    expectForAll(0.15, (_intent, { decision, evidence }) => {
      if (!isOver(decision) || hasLeft(evidence)) return false;
      const { found, foundLast, page, placed, compared, cancelled } = evidence;
      // An order that is found later, once it may have been set back, decides without the page.
      const isByOrder = [found, foundLast].some((one) => one?.ok && one.order);
      const calls = [...(isByOrder ? [] : [page]), placed, compared, cancelled];
      expect(calls.filter((one) => one?.ok === false && !wasCalled(one))).toEqual([]);
      return true;
    }));

  it('an order that is found behind a page which a breaker stopped is not sent again, and no end leaves it out', () =>
    fc.assert(
      fc.property(
        anyState,
        anyWorld,
        fc.integer({ min: 0, max: 5_000_000 }),
        fc.integer({ min: 1, max: 1000 }),
        (state, world, processingMs, gapMs) => {
          const ageMs = processingMs + BOUNDS.graceMs;
          const times = { createdAt: before(ageMs), processingAt: before(processingMs) };
          const unsent = purchaseState({ ...times, pageGoneAt: state.pageGoneAt });
          const intent = { ...unsent, mustCompareOrder: state.mustCompareOrder };
          const page = unclear('CIRCUIT_OPEN', { isNotSent: true });
          // Of a blocked supplier no page is read.
          const stopped = { ...world, page, isSupplierBlocked: false };
          // The row is younger than the connections when the page is read, and older a second later.
          const { decision, asked } = attempt(intent, stopped, { connectedMs: ageMs + gapMs }, 1000);
          const kinds = asked.map(({ kind }) => kind);
          expect(kinds.slice(0, 2)).toEqual(['readPage', 'findOrder']);
          expect(kinds).not.toContain('placeOrder');
          expect(outcomeOf(decision)?.order).not.toBeNull();
          // The order decides in place of the page; without one, nothing does.
          const isFound = world.found.ok && world.found.order !== null;
          const isRetried = decision.kind === 'retry' || decision.kind === 'postpone';
          const isByPage = 'reason' in decision && decision.reason === 'product page: CIRCUIT_OPEN';
          expect(isFound ? !isByPage : isRetried).toBe(true);
        },
      ),
      { numRuns: 5000 },
    ));

  it('every call whose missing answer decides was the last try, unless time went by meanwhile', () =>
    expectForAll(
      0.15,
      (_intent, { decision, asked, evidence }) => {
        if (!isOver(decision) || hasLeft(evidence)) return false;
        const { page, placed, compared, cancelled } = evidence;
        const answers = {
          readPage: page,
          placeOrder: placed,
          compareOrder: compared,
          cancelOrder: cancelled,
        };
        const decisive = asked.filter((question) => {
          const answer = 'isLastTry' in question ? answers[question.kind] : undefined;
          // That a number was reused is an answer.
          return answer?.ok === false && answer.kind === 'unclear' && answer.reason !== NUMBER_REUSED;
        });
        expect(decisive.filter((question) => !('isLastTry' in question && question.isLastTry))).toEqual([]);
        return true;
      },
      { callMs: 0 },
    ));

  it('a number that was reused marks the row before the next call, whatever that one says', () =>
    expectForAll(
      0.04,
      (_intent, { asked, evidence }) => {
        const { placed, compared } = evidence;
        // Nothing is withdrawn under an id that the platform has confused, so that no call follows.
        if (isConfused(evidence)) return false;
        const isReused = [placed, compared].some((one) => one?.ok === false && one.reason === NUMBER_REUSED);
        const marks = asked.filter((one) => 'doubt' in one && one.doubt === 'reused');
        expect(marks).toHaveLength(isReused ? 1 : 0);
        return isReused;
      },
      { world: fc.constant({ placed: REUSED }) },
    ));

  it('an end without an order has asked the platform, or nothing was ever sent', () =>
    expectForAll(0.04, (intent, { decision, evidence: { foundLast } }) => {
      if (outcomeOf(decision)?.order !== null) return false;
      expect(foundLast).toBeDefined();
      expect(foundLast?.ok === true || intent.orderInFlightUntil === null).toBe(true);
      return true;
    }));
});
