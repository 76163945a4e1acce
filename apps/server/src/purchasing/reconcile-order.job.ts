import { type PlatformId, PLATFORMS } from '@procurement-intents/contract';
import type { IntentJob } from './run-times.ts';

/**
 * The longest attempt: claim, look-up under both forms of the number, update before the cancellation, cancellation,
 * outcome.
 */
const LONGEST_RUN = { gatewayCalls: 3, pageFetches: 0, writes: 3 };

/** Looks up a late order and cancels it. Each platform has its own queue: a slow one does not delay the others. */
export const reconcileOrderJobs = Object.fromEntries(
  PLATFORMS.map((id) => [id, { queue: `orders.reconcile.${id}`, ...LONGEST_RUN }]),
) as Record<PlatformId, IntentJob>;
