import type { PurchaseBounds } from '@procurement-intents/domain';
import type { Logger } from '../observability/logger.ts';
import type { Platform, PlatformId } from '../platforms/platform.ts';
import type { Clock } from '../postgres/clock.ts';
import type { AttemptRow } from './store/claim-intents.ts';
import type { OrderLookups } from './store/order-lookups.ts';
import type { PurchaseStore } from './store/purchase-store.ts';
import type { AttemptFence } from '../intent-rows/intent-row.ts';
import { historyOf, type RowHistory } from '../intent-rows/row-history.ts';

/** The dependencies of the runs of jobs. */
export interface ProcessingContext extends RowHistory {
  purchases: PurchaseStore;
  lookups: OrderLookups;
  platforms: ReadonlyMap<PlatformId, Platform>;
  clock: Clock;
  log: Logger;
  /** How long an unavailable platform is tried before the purchase fails. */
  retryBudgetMs: number;
  /** How long an accepted order may stay unconfirmed before it is withdrawn. */
  confirmTimeoutMs: number;
  /** Bounds one ordering call. */
  orderTimeoutMs: number;
  /** How long after its timeout an order that was sent may still appear at the platform. */
  inFlightMs: number;
  alarms: OrderAlarms;
}

/** Told of what people must look at. */
export interface OrderAlarms {
  lateOrder(platform: PlatformId, outcome: 'cancelled' | 'stands'): void;
  overcharged(platform: PlatformId): void;
  numberReused(platform: PlatformId): void;
  cancelledByShop(platform: PlatformId): void;
}

/** One job's attempt at one intent: while `row.attempt` is the latest number it may write, afterwards no more. */
export interface Attempt {
  context: ProcessingContext;
  row: AttemptRow;
  signal: AbortSignal;
}

export function fenceOf({ id, version, attempt }: AttemptRow): AttemptFence {
  return { id, version, attempt };
}

/** The time that the gateway is given for an order: whole seconds, as it counts them. */
export function placeBeforeSecondsOf({ orderTimeoutMs }: Pick<ProcessingContext, 'orderTimeoutMs'>): number {
  return Math.max(1, Math.ceil(orderTimeoutMs / 1000));
}

/** What the rules of a purchase need to know of this process. */
export function boundsOf(context: ProcessingContext): PurchaseBounds {
  return {
    retryBudgetMs: context.retryBudgetMs,
    inFlightMs: placeBeforeSecondsOf(context) * 1000 + context.inFlightMs,
    confirmTimeoutMs: context.confirmTimeoutMs,
    ...historyOf(context),
  };
}

/** The time that has passed by the clock that ran furthest: each of them can stand still or be set back. */
export function stopwatch({ clock }: Pick<ProcessingContext, 'clock'>): () => number {
  const read = () => [performance.now(), Date.now(), clock.now().getTime()];
  const start = read();
  return () => Math.max(...read().map((now, index) => now - (start[index] ?? now)));
}
