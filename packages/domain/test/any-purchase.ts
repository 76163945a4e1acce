import fc from 'fast-check';
import { expect } from 'vitest';
import { ORDER_STATUSES, REJECT_REASONS } from '@procurement-intents/contract/gateway/codes';
import type { OrderFacts, UnclearAnswer } from '../src/purchasing/answers.ts';
import { decidePurchase } from '../src/purchasing/decide-purchase.ts';
import type { PurchaseState } from '../src/purchasing/purchase-rules.ts';
import { type Decision, type Evidence, isQuestion, type Question } from '../src/purchasing/purchase-steps.ts';
import { before, BOUNDS, NOTHING, NOW, order, purchaseState, unclear } from './test-purchase.ts';

const date = fc.option(
  fc.integer({ min: -100_000, max: 4_000_000 }).map((ms) => before(ms)),
  { nil: null },
);
export const anyState: fc.Arbitrary<PurchaseState> = fc
  .record({
    createdAt: fc.integer({ min: 0, max: 5_000_000 }).map((ms) => before(ms)),
    processingAt: date,
    orderId: fc.constantFrom(null, null, 'ORD-1'),
    foundOrderId: fc.constantFrom(null, null, 'ORD-1'),
    orderAcceptedAt: date,
    orderInFlightUntil: date,
    retryOrderAfter: date,
    pageGoneAt: date,
    cancelRequestedAt: fc.oneof(fc.constant(null), date),
    cancelRefusal: fc.constantFrom(null, 'no'),
    cancelSentOrderId: fc.constantFrom(null, 'ORD-1'),
    isSentCancelRefused: fc.boolean(),
    mustCompareOrder: fc.boolean(),
  })
  .map((row) => purchaseState(row));
const anyUnclear: fc.Arbitrary<UnclearAnswer> = fc.oneof(
  fc
    .constantFrom(
      'TIMEOUT',
      'HTTP_503',
      'RATE_LIMITED',
      'OVER_SHARE',
      'NUMBER_REUSED',
      'ABORTED',
      'ORDER_ID_REUSED',
    )
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
export const anyWorld = fc.record({
  found: anyFound,
  foundLast: anyFound,
  page: anyPage,
  placed: anyPlaced,
  isChanged: fc.boolean(),
  compared: anyPlaced,
  cancelled: anyCancelled,
  foundAgain: anyFound,
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

export const expectForAll = (
  property: (intent: PurchaseState, run: ReturnType<typeof attempt>) => void,
  callMs = 1000,
): void =>
  fc.assert(
    fc.property(anyState, anyWorld, anyBounds, (intent, world, bounds) =>
      property(intent, attempt(intent, world, bounds, callMs)),
    ),
    { numRuns: 5000 },
  );
/** Whether the platform shows another intent's order under the id: no cancellation may be sent by it. */
export const isConfused = ({ found }: Evidence<OrderFacts>): boolean =>
  found?.ok === false && found.reason === 'ORDER_ID_REUSED';
type End = Extract<Decision<OrderFacts>, { kind: 'end' }>;
export const outcomeOf = (decision: Decision<OrderFacts>): End['outcome'] | null =>
  decision.kind === 'end' ? decision.outcome : null;

export const isOver = ({ kind }: Decision<OrderFacts>): boolean => kind === 'end' || kind === 'refuseCancel';
