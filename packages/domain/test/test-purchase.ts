import type { UnclearAnswer, UnclearReason } from '../src/call-answers.ts';
import type { OrderFacts } from '../src/purchasing/answers.ts';
import { decidePurchase } from '../src/purchasing/decide-purchase.ts';
import type { PurchaseBounds, PurchaseState } from '../src/purchasing/purchase-rules.ts';
import type { Evidence, Step } from '../src/purchasing/purchase-steps.ts';

export const NOW = new Date('2026-03-04T05:06:07.089Z');
export const before = (ms: number): Date => new Date(NOW.getTime() - ms);

export const BOUNDS: PurchaseBounds = {
  retryBudgetMs: 600_000,
  inFlightMs: 40_000,
  confirmTimeoutMs: 3_600_000,
  graceMs: 5000,
  recoveredAt: null,
  connectedMs: 86_400_000,
};

/** A purchase whose first attempt has just begun. */
export const purchaseState = (change: Partial<PurchaseState> = {}): PurchaseState => ({
  priceFen: 1990n,
  createdAt: before(6000),
  processingAt: before(0),
  orderId: null,
  foundOrderId: null,
  orderAcceptedAt: null,
  orderInFlightUntil: null,
  retryOrderAfter: null,
  pageGoneAt: null,
  mustCompareOrder: false,
  cancelRequestedAt: null,
  cancelRefusal: null,
  cancelSentOrderId: null,
  isSentCancelRefused: false,
  ...change,
});

export const unclear = (reason: UnclearReason, more: Partial<UnclearAnswer> = {}): UnclearAnswer => ({
  ok: false,
  kind: 'unclear',
  reason,
  ...(reason.startsWith('HTTP_') && { status: Number(reason.slice('HTTP_'.length)) }),
  ...(reason === 'RATE_LIMITED' && { status: 429 }),
  ...more,
});

export const order = (status: OrderFacts['status'], more: Partial<OrderFacts> = {}): OrderFacts => ({
  orderId: 'ORD-1',
  status,
  ...more,
});

/** The platform's word that there is no order. */
export const NOTHING = { ok: true, order: null } as const;

export const shows = (priceFen: number, isAvailable = true) =>
  ({ ok: true, page: { priceFen, isAvailable, finalUrl: 'https://shop.example/1' } }) as const;
export const GONE = { ok: false, kind: 'refused', reason: 'NOT_FOUND' } as const;
export const REUSED = unclear('NUMBER_REUSED');
export const FOUND = (status: OrderFacts['status']) => ({ ok: true, order: order(status) }) as const;

export const PROMISED = {
  orderInFlightUntil: before(1),
  processingAt: before(50_000),
  createdAt: before(55_000),
};
export const SET_BACK = { createdAt: before(60_000), processingAt: before(1000) };
export const CANCELLING = { ...PROMISED, cancelRequestedAt: before(1000) };
export const ACCEPTED = { ...PROMISED, orderId: 'ORD-1', orderAcceptedAt: before(1000) };
export const OVERDUE = { ...ACCEPTED, orderAcceptedAt: before(BOUNDS.confirmTimeoutMs + 1) };
export const PATIENT = {
  processingAt: before(BOUNDS.retryBudgetMs + 1),
  createdAt: before(BOUNDS.retryBudgetMs + 6000),
};

export const decide = (
  change: Partial<PurchaseState>,
  evidence: Evidence<OrderFacts> = {},
  isSupplierBlocked = false,
): Step<OrderFacts> =>
  decidePurchase({ intent: purchaseState(change), evidence, now: NOW, bounds: BOUNDS, isSupplierBlocked });
