import type { JobDefinition } from '../infra/jobs.ts';

/** Fetches the tracking of a completed intent. */
export const trackIntentJob: JobDefinition = { queue: 'intents.track', expireSeconds: 60 };
