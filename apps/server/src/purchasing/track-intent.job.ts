import type { IntentJob } from './intent-job.ts';

/** Fetches the tracking of a completed intent. */
export const trackIntentJob: IntentJob = {
  queue: 'intents.track',
  gatewayCalls: 1,
  pageFetches: 0,
  writes: 2,
};
