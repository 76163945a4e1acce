import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NUMBER_REUSED, ORDER_STATUSES, REJECT_REASONS } from '@procurement-intents/contract/gateway/codes';
import { hasShipped, isDead, isOurs, type OrderFacts, type UnclearAnswer, wasAsked } from './answers.ts';
import { decidePurchase } from './decide-purchase.ts';
import { isAbovePrice, mayOrderAppear, type PurchaseState } from './purchase-rules.ts';
import { type Decision, type Evidence, isQuestion, type Question } from './purchase-steps.ts';
import { isCancelOpen } from './sent-cancel.ts';
import { before, BOUNDS, NOTHING, NOW, order, purchaseState, unclear } from '../../test/test-purchase.ts';

describe('whatever the row and the outside say', () => {
  const date = fc.option(
    fc.integer({ min: -100_000, max: 4_000_000 }).map((ms) => before(ms)),
    { nil: null },
  );
  const anyState: fc.Arbitrary<PurchaseState> = fc
    .record({
      createdAt: fc.integer({ min: 0, max: 5_000_000 }).map((ms) => before(ms)),
      processingAt: date,
      orderId: fc.constantFrom(null, null, 'ORD-1'),
      orderAcceptedAt: date,
      orderInFlightUntil: date,
      retryOrderAfter: date,
      pageGoneAt: date,
      cancelRequestedAt: fc.oneof(fc.constant(null), date),
      cancelRefusal: fc.constantFrom(null, 'no'),
      cancelSentOrderId: fc.constantFrom(null, 'ORD-1'),
      mustCompareOrder: fc.boolean(),
    })
    .map((row) => purchaseState(row));
  const anyUnclear: fc.Arbitrary<UnclearAnswer> = fc.oneof(
    fc
      .constantFrom('TIMEOUT', 'HTTP_503', 'RATE_LIMITED', 'OVER_SHARE', 'NUMBER_REUSED', 'ABORTED')
      .map((reason) => unclear(reason)),
    fc.constantFrom('TOO_LATE', 'CIRCUIT_OPEN').map((reason) => unclear(reason, { isNotSent: true })),
  );
  const anyOrder = fc
    .record({ status: fc.constantFrom(...ORDER_STATUSES), reason: fc.constantFrom(...REJECT_REASONS) })
    .map(({ status, reason }) => order(status, status === 'REJECTED' ? { reason } : {}));
  const anyPlaced = fc.oneof(
    anyOrder.map((one) => ({ ok: true as const, order: one })),
    fc
      .constantFrom(...REJECT_REASONS)
      .map((reason) => ({ ok: false as const, kind: 'refused' as const, reason })),
    anyUnclear,
  );
  const anyFound = fc.oneof(
    fc.constant(NOTHING),
    anyOrder.map((one) => ({ ok: true as const, order: one })),
    anyUnclear,
  );
  const anyPage = fc.oneof(
    fc
      .record({
        priceFen: fc.integer({ min: 1, max: 4000 }),
        isAvailable: fc.boolean(),
        finalUrl: fc.constant('https://shop.example/1'),
      })
      .map((page) => ({ ok: true as const, page })),
    fc
      .constantFrom('NOT_FOUND', 'NOT_A_PRODUCT')
      .map((reason) => ({ ok: false as const, kind: 'refused' as const, reason })),
    anyUnclear,
  );
  const anyCancelled = fc.oneof(
    fc.integer({ min: 0, max: 900 }).map((feeFen) => ({ ok: true as const, feeFen })),
    fc
      .constantFrom('SHIPPED', 'CONFIRMED', 'OTHER')
      .map((reason) => ({ ok: false as const, kind: 'refused' as const, reason })),
    anyUnclear,
  ) as fc.Arbitrary<NonNullable<Evidence<OrderFacts>['cancelled']>>;
  const anyWorld = fc.record({
    found: anyFound,
    foundLast: anyFound,
    page: anyPage,
    placed: anyPlaced,
    isChanged: fc.boolean(),
    compared: anyPlaced,
    cancelled: anyCancelled,
    isSupplierBlocked: fc.boolean(),
  });
  const anyBounds = fc.record({
    recoveredAt: date,
    connectedMs: fc.integer({ min: 0, max: 6_000_000 }),
  });
  type World = Required<Evidence<OrderFacts>> & { isSupplierBlocked: boolean };

  function answer(question: Question<OrderFacts>, world: World): Evidence<OrderFacts> {
    switch (question.kind) {
      case 'findOrder':
        return question.isLast ? { foundLast: world.foundLast } : { found: world.found };
      case 'readPage':
        return { page: world.page };
      case 'readChanges':
        return { isChanged: world.isChanged };
      case 'placeOrder':
        return { placed: world.placed };
      case 'compareOrder':
        return { compared: world.compared };
      case 'cancelOrder':
        return { cancelled: world.cancelled };
    }
  }

  /** Runs an attempt to its decision; what it asked for on the way comes with it. */
  function attempt(intent: PurchaseState, world: World, change: object, callMs: number) {
    const asked: Question<OrderFacts>[] = [];
    let evidence: Evidence<OrderFacts> = {};
    for (;;) {
      // Time goes by between the calls.
      const now = new Date(NOW.getTime() + asked.length * callMs);
      const step = decidePurchase({
        intent,
        evidence,
        now,
        bounds: { ...BOUNDS, ...change },
        isSupplierBlocked: world.isSupplierBlocked,
      });
      if (!isQuestion(step)) return { decision: step, asked, evidence, now, world };
      const known = Object.keys(evidence).length;
      asked.push(step);
      evidence = { ...evidence, ...answer(step, world) };
      // Nothing is asked twice, so every attempt ends.
      expect(Object.keys(evidence)).toHaveLength(known + 1);
    }
  }

  const expectForAll = (
    property: (intent: PurchaseState, run: ReturnType<typeof attempt>) => void,
    callMs = 1000,
  ): void =>
    fc.assert(
      fc.property(anyState, anyWorld, anyBounds, (intent, world, bounds) =>
        property(intent, attempt(intent, world, bounds, callMs)),
      ),
      { numRuns: 5000 },
    );
  type End = Extract<Decision<OrderFacts>, { kind: 'end' }>;
  const outcomeOf = (decision: Decision<OrderFacts>): End['outcome'] | null =>
    decision.kind === 'end' ? decision.outcome : null;

  const isOver = ({ kind }: Decision<OrderFacts>): boolean => kind === 'end' || kind === 'refuseCancel';

  it('an attempt ends, and asks no question twice', () => expectForAll(() => undefined));

  it('no purchase ends without a known order while one may appear', () =>
    expectForAll((intent, { decision, now }) => {
      const isWithoutOrder = outcomeOf(decision)?.order === null;
      expect(isWithoutOrder && mayOrderAppear(intent, now)).toBe(false);
    }));

  it('no purchase fails or is cancelled with an order that lives', () =>
    expectForAll((_intent, { decision }) => {
      const outcome = outcomeOf(decision);
      if (!outcome?.order) return;
      expect(isDead(outcome.order)).toBe(outcome.to !== 'COMPLETED');
    }));

  it('nothing is ordered above the price, beside a known order, or for who wants to cancel', () =>
    expectForAll((intent, { asked, evidence }) => {
      const placed = asked.find((one) => one.kind === 'placeOrder');
      if (!placed) return;
      expect(isAbovePrice({ priceFen: placed.unitPriceFen }, intent)).toBe(false);
      expect(intent.orderId ?? intent.cancelRequestedAt).toBeNull();
      expect(evidence.found === undefined || (evidence.found.ok && evidence.found.order === null)).toBe(true);
      expect(evidence.found !== undefined || intent.orderInFlightUntil === null).toBe(true);
    }));

  it('nothing is ordered from a blocked supplier', () =>
    expectForAll((_intent, { asked, world }) => {
      expect(world.isSupplierBlocked && asked.some(({ kind }) => kind === 'placeOrder')).toBe(false);
    }));

  it('no order is taken for the own one of a marked row unless the platform says so, or it cannot be taken back', () =>
    expectForAll((intent, { decision, evidence: { placed, compared, cancelled } }) => {
      const isTaken = decision.kind === 'awaitConfirmation' || outcomeOf(decision)?.to === 'COMPLETED';
      if (!isTaken || !intent.mustCompareOrder || intent.orderId !== null) return;
      expect(placed?.ok || compared?.ok || cancelled?.ok === false).toBe(true);
    }));

  it('nothing is COMPLETED by an order whose cancellation may still be carried out, unless it was repeated in vain', () =>
    expectForAll((intent, { decision, evidence: { cancelled } }) => {
      const outcome = outcomeOf(decision);
      if (outcome?.to !== 'COMPLETED' || !isCancelOpen(intent, outcome.order)) return;
      expect(cancelled?.ok).toBe(false);
    }));

  it('only reverts the time in flight of an order that was certainly not sent', () =>
    expectForAll((_intent, { decision, evidence: { placed } }) => {
      if (!('revertsInFlight' in decision) || !decision.revertsInFlight) return;
      expect(placed?.ok === false && (placed.kind === 'refused' || placed.isNotSent)).toBe(true);
    }));

  it('nothing ends, and no cancellation is refused, by a call that this service held back', () =>
    expectForAll((_intent, { decision, evidence }) => {
      if (!isOver(decision)) return;
      const { found, foundLast, page, placed, compared, cancelled } = evidence;
      const failed = [found, foundLast, page, placed, compared, cancelled].flatMap((one) =>
        one?.ok === false ? [one] : [],
      );
      expect(failed.filter(isOurs)).toEqual([]);
    }));

  /** What cannot be taken back is kept, whatever the platform answers. */
  const hasLeft = ({ found, foundLast, placed, compared }: Evidence<OrderFacts>): boolean =>
    [found, foundLast, placed, compared].some((one) => one?.ok && one.order && hasShipped(one.order));

  it('nor by one that a breaker stopped, unless the parcel has left', () =>
    expectForAll((_intent, { decision, evidence }) => {
      if (!isOver(decision) || hasLeft(evidence)) return;
      const { found, foundLast, page, placed, compared, cancelled } = evidence;
      // An order that is found later, once it may have been set back, decides without the page.
      const isByOrder = [found, foundLast].some((one) => one?.ok && one.order);
      const calls = [...(isByOrder ? [] : [page]), placed, compared, cancelled];
      expect(calls.filter((one) => one?.ok === false && !wasAsked(one))).toEqual([]);
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
    expectForAll((_intent, { decision, asked, evidence }) => {
      if (!isOver(decision) || hasLeft(evidence)) return;
      const { page, placed, compared, cancelled } = evidence;
      const answers = { readPage: page, placeOrder: placed, compareOrder: compared, cancelOrder: cancelled };
      const decisive = asked.filter((question) => {
        const answer = 'isLastTry' in question ? answers[question.kind] : undefined;
        // That a number was reused is an answer.
        return answer?.ok === false && answer.kind === 'unclear' && answer.reason !== NUMBER_REUSED;
      });
      expect(decisive.filter((question) => !('isLastTry' in question && question.isLastTry))).toEqual([]);
    }, 0));

  it('a number that was reused marks the row before the next call, whatever that one says', () =>
    expectForAll((_intent, { asked, evidence: { placed, compared } }) => {
      const isReused = [placed, compared].some((one) => one?.ok === false && one.reason === NUMBER_REUSED);
      const marks = asked.filter((one) => 'doubt' in one && one.doubt === 'reused');
      expect(marks).toHaveLength(isReused ? 1 : 0);
    }));

  it('an end without an order has asked the platform, or nothing was ever sent', () =>
    expectForAll((intent, { decision, evidence: { foundLast } }) => {
      if (outcomeOf(decision)?.order !== null) return;
      expect(foundLast).toBeDefined();
      expect(foundLast?.ok === true || intent.orderInFlightUntil === null).toBe(true);
    }));
});
