import type { Logger } from '../infra/logger.ts';
import type { PlatformId, PlatformOrder } from '../platforms/platform.ts';
import type { RunRow } from './claim-intents.ts';
import type { IntentsContext } from './intents-context.ts';
import type { RunFence } from './repository.ts';

/** What the worker side works with. */
export interface ProcessingContext extends IntentsContext {
  log: Logger;
  /** How long an unavailable platform is tried before the purchase fails. */
  patienceMs: number;
  /** How long an accepted order may stay unconfirmed before it is withdrawn. */
  confirmTimeoutMs: number;
  /** Bounds one ordering call. */
  orderTimeoutMs: number;
  /** How long after its timeout an order that was sent may still appear at the platform. */
  inFlightMs: number;
  /** Told of every late order, so that somebody can be alarmed. */
  onLateOrder: (platform: PlatformId, outcome: 'cancelled' | 'stands' | 'without_effect') => void;
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

/** Whether the platform has been tried for as long as a purchase may wait. */
export function isPastPatience({ context, row }: Run): boolean {
  const now = context.clock.now();
  return now.getTime() - (row.processingAt ?? now).getTime() > context.patienceMs;
}

/**
 * Whether an order went out after that and brought no answer. Before, the time may have gone by behind an open breaker,
 * and nothing fails of that.
 */
export function hadLastTry({ context, row }: Run): boolean {
  if (row.placingUntil === null || row.processingAt === null) return false;
  const sentAt = row.placingUntil.getTime() - context.orderTimeoutMs - context.inFlightMs;
  return sentAt - row.processingAt.getTime() > context.patienceMs;
}

/** What the platform told of an order, as the intent keeps it. */
export function orderPatch(order: PlatformOrder) {
  return {
    orderId: order.orderId,
    ...(order.trackingNumber !== undefined && { trackingNumber: order.trackingNumber }),
    ...(order.trackingCompany !== undefined && { trackingCompany: order.trackingCompany }),
  };
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** The pause before the next try: half the time that has passed, so tries thin out geometrically; 0.5 s to 30 s. */
export function pauseAfter(elapsedMs: number): number {
  return Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, elapsedMs / 2));
}
