import { type PlatformId, PLATFORMS } from '@procurement-intents/contract';
import type { IntentJob } from './intent-job.ts';

/** The longest attempt: claim, request for the order, cancellation for its fee, update. */
const LONGEST_ATTEMPT = { gatewayCalls: 2, pageFetches: 0, writes: 2 };

/** Reads the order of a completed intent. Each platform has its own queue, so a slow platform does not delay the others. */
export const trackIntentJobs = Object.fromEntries(
  PLATFORMS.map((id) => [id, { queue: `intents.track.${id}`, ...LONGEST_ATTEMPT }]),
) as Record<PlatformId, IntentJob>;
