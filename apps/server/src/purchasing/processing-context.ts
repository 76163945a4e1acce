import type { PlatformId } from '@procurement-intents/contract';
import {
  inFlightMsOf,
  type OrderAlarm,
  type OrderTimes,
  type PurchaseBounds,
} from '@procurement-intents/domain';
import type { Logger } from '../observability/logger.ts';
import type { CallOptions, Platform } from '../platforms/platform.ts';
import { HEARTBEAT_PAUSE_MS } from '../queue/heartbeat.ts';
import type { Clock } from '../clock.ts';
import { countAttempts } from '../intent-rows/attempt-number.ts';
import type { AttemptRow } from './store/claim-intents.ts';
import type { OrderLookups } from './store/order-lookups.ts';
import type { PurchaseStore } from './store/purchase-store.ts';
import { historyOf, type RowHistory } from '../intent-rows/row-history.ts';

/** The dependencies of the workers. */
export interface ProcessingContext extends RowHistory, OrderTimes {
  purchases: PurchaseStore;
  lookups: OrderLookups;
  platforms: ReadonlyMap<PlatformId, Platform>;
  clock: Clock;
  log: Logger;
  /** How long an unavailable platform is tried before the purchase fails. */
  retryBudgetMs: number;
  /** How long an accepted order may stay unconfirmed before it is cancelled. */
  confirmTimeoutMs: number;
  /** Whether the company buys nothing from the supplier of this product. Answers from memory. */
  isSupplierBlocked: (productUrl: string) => boolean;
  /** Counts an order that needs a person's attention. */
  countAlarm: (platform: PlatformId, alarm: OrderAlarm) => void;
}

/** One attempt at an intent. It can write only while `row.attempt` is the latest number. */
export interface Attempt {
  context: ProcessingContext;
  row: AttemptRow;
  signal: AbortSignal;
}

/** The limits by which the rules of a purchase decide. */
export function boundsOf(context: ProcessingContext): PurchaseBounds {
  return {
    retryBudgetMs: context.retryBudgetMs,
    inFlightMs: inFlightMsOf(context),
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

/**
 * A bound of time for a cancellation, from the check that no later attempt has begun: for as long no other worker can have
 * been given the job. An attempt that was suspended must not cancel, because a later one may have confirmed the order.
 */
export function mayCancelFor(context: Pick<ProcessingContext, 'clock'>): () => boolean {
  const elapsedMs = stopwatch(context);
  return () => elapsedMs() <= HEARTBEAT_PAUSE_MS;
}

/**
 * The options of every call that one attempt makes. All of them carry one request id, the intent and the count of the
 * attempt, by which a gateway's operators and ours find the same purchase.
 */
export const callOptionsOf = (
  { orderTimeoutMs }: Pick<ProcessingContext, 'orderTimeoutMs'>,
  { intentId, appId, attempt }: { intentId: string; appId: string; attempt: number },
  signal: AbortSignal,
): CallOptions => ({
  timeoutMs: orderTimeoutMs,
  signal,
  appId,
  requestId: `${intentId}.${countAttempts(attempt)}`,
});
