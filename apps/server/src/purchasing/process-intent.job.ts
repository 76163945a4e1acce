import { type PlatformId, PLATFORMS } from '@procurement-intents/contract';
import type { IntentJob } from './run-times.ts';

/**
 * At most the run claims, looks for an order under both forms of its number, fetches the page, notes that it is back, marks
 * a changed intent for comparison, promises, orders, looks under both once more, keeps the number that it finds, has the
 * platform compare, withdraws and writes the outcome.
 */
const LONGEST_RUN = { gatewayCalls: 7, pageFetches: 1, writes: 8 };

/** Takes one intent a step towards its outcome. A queue a platform, so that one that hangs holds up no other. */
export const processIntentJobs = Object.fromEntries(
  PLATFORMS.map((id) => [id, { queue: `intents.process.${id}`, ...LONGEST_RUN }]),
) as Record<PlatformId, IntentJob>;
