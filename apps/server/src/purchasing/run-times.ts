import type { JobDefinition, JobQueue } from '../queue/jobs.ts';

/** A kind of job, with what its longest run does one after the other. */
export interface IntentJob extends JobQueue {
  gatewayCalls: number;
  pageFetches: number;
  /** Statements on the intent. */
  writes: number;
}

/** Bounds a worker's fetch of a product page. Nobody waits for it, so a slow page gets longer than a create gives it. */
export const PURCHASE_PAGE_TIMEOUT_MS = 5000;
// The database answers or fails within 5 s. Before that, a write may wait for a batch ahead of it, and once more where
// somebody holds its row.
const WRITE_MS = 15_000;

/**
 * The job as the queue needs it: a run that uses up all of its times still ends before it counts as lost, and no second
 * one is begun beside it.
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
