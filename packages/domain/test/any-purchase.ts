import fc from 'fast-check';
import { expect } from 'vitest';
import { ORDER_STATUSES, REJECT_REASONS } from '@procurement-intents/contract/gateway/codes';
import type { UnclearAnswer } from '../src/call-answers.ts';
import type { OrderFacts } from '../src/purchasing/answers.ts';
import { decidePurchase } from '../src/purchasing/decide-purchase.ts';
import type { PurchaseState } from '../src/purchasing/purchase-rules.ts';
import { type Decision, type Evidence, isQuestion, type Question } from '../src/purchasing/purchase-steps.ts';
import { CaseShare } from './case-share.ts';
import { before, BOUNDS, NOTHING, NOW, order, purchaseState, unclear } from './test-purchase.ts';

/** A time so many milliseconds ago. */
export const ms = (min: number, max: number): fc.Arbitrary<Date> =>
  fc.integer({ min, max }).map((each) => before(each));
/** Mostly the times about which an attempt has to decide; also those long ago, and a time ahead. */
const date = fc.oneof(
  { weight: 3, arbitrary: ms(-40_000, 50_000) },
  { weight: 1, arbitrary: ms(-100_000, 4_000_000) },
);
/** What most rows do not have. */
const rarely = <Value>(arbitrary: fc.Arbitrary<Value>, weight = 3): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
const seldom = fc.oneof(
  { weight: 4, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);
const orderId = rarely(fc.constant('ORD-1'), 5);
export const anyState: fc.Arbitrary<PurchaseState> = fc
  .record({
    createdAt: ms(0, 5_000_000),
    processingAt: date,
    orderId,
    foundOrderId: orderId,
    orderAcceptedAt: rarely(date, 1),
    orderInFlightUntil: rarely(date, 1),
    retryOrderAfter: rarely(date),
    pageGoneAt: rarely(date),
    cancelRequestedAt: rarely(date),
    cancelRefusal: fc.constantFrom(null, 'no'),
    cancelSentOrderId: fc.constantFrom(null, 'ORD-1'),
    isSentCancelRefused: fc.boolean(),
    mustCompareOrder: fc.boolean(),
  })
  .map((row) => purchaseState(row));
const anyUnclear: fc.Arbitrary<UnclearAnswer> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('TIMEOUT', 'HTTP_503', 'NUMBER_REUSED').map((reason) => unclear(reason)),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('RATE_LIMITED', 'OVER_SHARE', 'ABORTED', 'ORDER_ID_REUSED')
      .map((reason) => unclear(reason)),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('TOO_LATE', 'CIRCUIT_OPEN')
      .map((reason) => unclear(reason, { isNotSent: true })),
  },
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
  { weight: 3, arbitrary: fc.constant(NOTHING) },
  { weight: 3, arbitrary: anyOrder.map((one) => ({ ok: true as const, order: one })) },
  { weight: 1, arbitrary: anyUnclear },
);
const anyPage = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        priceFen: fc.oneof(fc.integer({ min: 1, max: 1990 }), fc.integer({ min: 1, max: 4000 })),
        isAvailable: seldom.map((isGone) => !isGone),
        finalUrl: fc.constant('https://shop.example/1'),
      })
      .map((page) => ({ ok: true as const, page })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('NOT_FOUND', 'NOT_A_PRODUCT')
      .map((reason) => ({ ok: false as const, kind: 'refused' as const, reason })),
  },
  { weight: 1, arbitrary: anyUnclear },
);
const anyCancelled = fc.oneof(
  fc.integer({ min: 0, max: 900 }).map((feeFen) => ({ ok: true as const, feeFen })),
  fc
    .constantFrom('SHIPPED', 'CONFIRMED', 'OTHER')
    .map((reason) => ({ ok: false as const, kind: 'refused' as const, reason })),
  anyUnclear,
) as fc.Arbitrary<NonNullable<Evidence<OrderFacts>['cancelled']>>;
export const anyWorld = fc.record({
  found: anyFound,
  foundLast: anyFound,
  page: anyPage,
  placed: anyPlaced,
  isChanged: fc.boolean(),
  compared: anyPlaced,
  cancelled: anyCancelled,
  foundAgain: anyFound,
  isSupplierBlocked: seldom,
});
const anyBounds = fc.record({
  recoveredAt: rarely(date),
  connectedMs: fc.integer({ min: 0, max: 6_000_000 }),
});
type World = Required<Evidence<OrderFacts>> & { isSupplierBlocked: boolean };

function answer(question: Question<OrderFacts>, world: World): Evidence<OrderFacts> {
  switch (question.kind) {
    case 'findOrder':
      return question.isLast ? { foundLast: world.foundLast } : { found: world.found };
    case 'readOrder':
      return { foundAgain: world.foundAgain };
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
export function attempt(intent: PurchaseState, world: World, change: object, callMs: number) {
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

interface Cases {
  /** The time that each call takes. Default 1000. */
  callMs?: number;
  /** What the rows of a rare case have. */
  state?: fc.Arbitrary<Partial<PurchaseState>>;
  /** What the outside answers in a rare case. */
  world?: fc.Arbitrary<Partial<World>>;
}

/**
 * Holds a property against 5000 attempts.
 *
 * @param share - of the attempts that it has to be about at least: half of what is usual.
 * @param property - checks one attempt, and says whether it was about it at all.
 */
export function expectForAll(
  share: number,
  property: (intent: PurchaseState, run: ReturnType<typeof attempt>) => boolean,
  { callMs = 1000, state = fc.constant({}), world = fc.constant({}) }: Cases = {},
): void {
  const cases = new CaseShare();
  const states = fc.tuple(anyState, state).map(([any, given]) => ({ ...any, ...given }));
  const worlds = fc.tuple(anyWorld, world).map(([any, given]) => ({ ...any, ...given }));
  fc.assert(
    fc.property(states, worlds, anyBounds, (intent, outside, bounds) =>
      cases.count(property(intent, attempt(intent, outside, bounds, callMs))),
    ),
    { numRuns: 5000 },
  );
  cases.checkAtLeast(share);
}

/** Whether the platform shows another intent's order under the id: no cancellation may be sent by it. */
export const isConfused = ({ found }: Evidence<OrderFacts>): boolean =>
  found?.ok === false && found.reason === 'ORDER_ID_REUSED';
type End = Extract<Decision<OrderFacts>, { kind: 'end' }>;
export const outcomeOf = (decision: Decision<OrderFacts>): End['outcome'] | null =>
  decision.kind === 'end' ? decision.outcome : null;

export const isOver = ({ kind }: Decision<OrderFacts>): boolean => kind === 'end' || kind === 'refuseCancel';
