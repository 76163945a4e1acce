import { LONGEST_STATEMENT_MS } from '../postgres/limit-statement-time.ts';
import type { JobDefinition, JobQueue } from '../queue/jobs.ts';

/** A job for an intent, with the calls that its longest attempt makes in sequence. */
export interface IntentJob extends JobQueue {
  gatewayCalls: number;
  pageFetches: number;
  /** Statements that change the intent, or claim its order. */
  writes: number;
}

/** Bounds a worker's fetch of a product page. No caller waits for it, so it may take longer than during a create. */
export const PURCHASE_PAGE_TIMEOUT_MS = 5000;
// A write may first wait for the previous batch, and once more if its row is locked.
const WRITE_MS = 3 * LONGEST_STATEMENT_MS;

/**
 * The job with the time after which the queue counts an attempt as lost: longer than the longest attempt, so that two
 * never run at once.
 *
 * @param gatewayTimeoutMs - bounds one call to an ordering gateway.
 */
export function definitionOf(
  { queue, gatewayCalls, pageFetches, writes }: IntentJob,
  gatewayTimeoutMs: number,
): JobDefinition {
  const longestMs =
    gatewayCalls * gatewayTimeoutMs + pageFetches * PURCHASE_PAGE_TIMEOUT_MS + writes * WRITE_MS;
  return { queue, expireSeconds: Math.ceil(longestMs / 1000) };
}
