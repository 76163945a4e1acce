import { type PlatformId, PLATFORMS } from '@procurement-intents/contract';
import type { IntentJob } from './intent-job.ts';

/**
 * The longest attempt: claim, look-up under both forms of the number and by its id, update before the cancellation, cancellation,
 * outcome.
 */
const LONGEST_ATTEMPT = { gatewayCalls: 4, pageFetches: 0, writes: 4 };

/** Looks up a late order and cancels it. Each platform has its own queue, so a slow platform does not delay the others. */
export const reconcileOrderJobs = Object.fromEntries(
  PLATFORMS.map((id) => [id, { queue: `orders.reconcile.${id}`, ...LONGEST_ATTEMPT }]),
) as Record<PlatformId, IntentJob>;
