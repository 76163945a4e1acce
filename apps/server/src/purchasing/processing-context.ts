import type { PurchaseTimes } from '@procurement-intents/domain';
import type { Logger } from '../observability/logger.ts';
import type { PlatformId } from '../platforms/platform.ts';
import type { RunRow } from './store/claim-intents.ts';
import type { IntentsContext } from '../intents/intents-context.ts';
import type { OrderLookups } from './store/order-lookups.ts';
import type { RunFence } from '../intents/store/intent-row.ts';
import type { ConnectionWatch } from '../postgres/connection-watch.ts';

/** What the worker side works with. */
export interface ProcessingContext extends IntentsContext {
  lookups: OrderLookups;
  log: Logger;
  /** How long an unavailable platform is tried before the purchase fails. */
  patienceMs: number;
  /** How long an accepted order may stay unconfirmed before it is withdrawn. */
  confirmTimeoutMs: number;
  /** Bounds one ordering call. */
  orderTimeoutMs: number;
  /** How long after its timeout an order that was sent may still appear at the platform. */
  inFlightMs: number;
  alarms: OrderAlarms;
  /** The database's connections: what is older than their last change may have been set back. */
  connections: Pick<ConnectionWatch, 'sinceChangeMs'>;
}

/** Told of what people must look at. */
export interface OrderAlarms {
  lateOrder(platform: PlatformId, outcome: 'cancelled' | 'stands'): void;
  overcharged(platform: PlatformId): void;
  numberReused(platform: PlatformId): void;
  cancelledByShop(platform: PlatformId): void;
}

/** One job's turn on one intent: while `attempt` is its own number it may write, afterwards no more. */
export interface Run {
  context: ProcessingContext;
  row: RunRow;
  signal: AbortSignal;
}

export function fenceOf({ id, version, attempt }: RunRow): RunFence {
  return { id, version, attempt };
}

/** The time that the gateway is given for an order: whole seconds, as it counts them. */
export function placeBeforeSecondsOf({ orderTimeoutMs }: Pick<ProcessingContext, 'orderTimeoutMs'>): number {
  return Math.max(1, Math.ceil(orderTimeoutMs / 1000));
}

export function timesOf(context: ProcessingContext): PurchaseTimes {
  return {
    retryBudgetMs: context.patienceMs,
    inFlightMs: placeBeforeSecondsOf(context) * 1000 + context.inFlightMs,
  };
}

/** The time that has passed by the clock that ran furthest: each of them can stand still or be set back. */
export function stopwatch({ clock }: Pick<ProcessingContext, 'clock'>): () => number {
  const read = () => [performance.now(), Date.now(), clock.now().getTime()];
  const start = read();
  return () => Math.max(...read().map((now, index) => now - (start[index] ?? now)));
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** The pause before the next try: half the time that has passed, so tries thin out geometrically; 0.5 s to 30 s. */
export function pauseAfter(elapsedMs: number): number {
  return Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, elapsedMs / 2));
}
