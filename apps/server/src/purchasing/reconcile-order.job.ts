import { type PlatformId, PLATFORMS } from '@procurement-intents/contract';
import type { IntentJob } from './run-times.ts';

/**
 * At most the run begins, looks for the order under both forms of its number, writes that it cancels it, does so and
 * writes what came of it.
 */
const LONGEST_RUN = { gatewayCalls: 3, pageFetches: 0, writes: 3 };

/** Looks for an order that is owed a cancellation. A queue a platform, so that one that hangs delays no other's. */
export const reconcileOrderJobs = Object.fromEntries(
  PLATFORMS.map((id) => [id, { queue: `orders.reconcile.${id}`, ...LONGEST_RUN }]),
) as Record<PlatformId, IntentJob>;
