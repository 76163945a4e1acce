import type { IntentJob } from './run-times.ts';

/** Fetches the tracking of a completed intent. */
export const trackIntentJob: IntentJob = {
  queue: 'intents.track',
  gatewayCalls: 1,
  pageFetches: 0,
  writes: 2,
};
