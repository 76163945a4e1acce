import { type PlatformId, PLATFORMS } from '@procurement-intents/contract';
import type { IntentJob } from './intent-job.ts';

/**
 * The longest attempt: claim, look-up under both forms of the number, page fetch, update of `pageGoneAt` and
 * `mustCompareOrder`, update of `orderInFlightUntil`, order, look-up under both forms, update of the number found, update of
 * the order shown, comparison by the platform, update before the cancellation, cancellation, update of the order shown,
 * outcome.
 */
const LONGEST_ATTEMPT = { gatewayCalls: 7, pageFetches: 1, writes: 10 };

/** Makes one attempt at an intent. Each platform has its own queue, so a slow platform does not delay the others. */
export const processIntentJobs = Object.fromEntries(
  PLATFORMS.map((id) => [id, { queue: `intents.process.${id}`, ...LONGEST_ATTEMPT }]),
) as Record<PlatformId, IntentJob>;
