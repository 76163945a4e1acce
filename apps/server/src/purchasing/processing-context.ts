import type { PurchaseBounds } from '@procurement-intents/domain';
import type { Logger } from '../observability/logger.ts';
import type { Platform, PlatformId } from '../platforms/platform.ts';
import type { Clock } from '../postgres/clock.ts';
import type { AttemptRow } from './store/claim-intents.ts';
import type { OrderLookups } from './store/order-lookups.ts';
import type { PurchaseStore } from './store/purchase-store.ts';
import type { AttemptFence } from '../intent-rows/intent-row.ts';
import { historyOf, type RowHistory } from '../intent-rows/row-history.ts';

/** The dependencies of the workers. */
export interface ProcessingContext extends RowHistory {
  purchases: PurchaseStore;
  lookups: OrderLookups;
  platforms: ReadonlyMap<PlatformId, Platform>;
  clock: Clock;
  log: Logger;
  /** How long an unavailable platform is tried before the purchase fails. */
  retryBudgetMs: number;
  /** How long an accepted order may stay unconfirmed before it is cancelled. */
  confirmTimeoutMs: number;
  /** Bounds one ordering call. */
  orderTimeoutMs: number;
  /** How long after its timeout a sent order may still appear at the platform. */
  inFlightMs: number;
  alarms: OrderAlarms;
}

/** Notified of orders that need a person's attention. */
export interface OrderAlarms {
  lateOrder(platform: PlatformId, outcome: 'cancelled' | 'stands'): void;
  overcharged(platform: PlatformId): void;
  numberReused(platform: PlatformId): void;
  cancelledByShop(platform: PlatformId): void;
}

/** One attempt at an intent. It can write only while `row.attempt` is the latest number. */
export interface Attempt {
  context: ProcessingContext;
  row: AttemptRow;
  signal: AbortSignal;
}

export function fenceOf({ id, version, attempt }: AttemptRow): AttemptFence {
  return { id, version, attempt };
}

/** The gateway's time limit for an order: whole seconds, as the protocol has it. */
export function placeBeforeSecondsOf({ orderTimeoutMs }: Pick<ProcessingContext, 'orderTimeoutMs'>): number {
  return Math.max(1, Math.ceil(orderTimeoutMs / 1000));
}

/** The limits by which the rules of a purchase decide. */
export function boundsOf(context: ProcessingContext): PurchaseBounds {
  return {
    retryBudgetMs: context.retryBudgetMs,
    inFlightMs: placeBeforeSecondsOf(context) * 1000 + context.inFlightMs,
    confirmTimeoutMs: context.confirmTimeoutMs,
    ...historyOf(context),
  };
}

/** Measures elapsed time by the clock that advanced most, because each clock can stop or be set back. */
export function stopwatch({ clock }: Pick<ProcessingContext, 'clock'>): () => number {
  const read = () => [performance.now(), Date.now(), clock.now().getTime()];
  const start = read();
  return () => Math.max(...read().map((now, index) => now - (start[index] ?? now)));
}
