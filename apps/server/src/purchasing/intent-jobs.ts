import type { IntentJob } from './intent-job.ts';
import { processIntentJobs } from './process-intent.job.ts';
import { reconcileOrderJobs } from './reconcile-order.job.ts';
import { trackIntentJobs } from './track-intent.job.ts';

/** The jobs of intents by kind. Each has a queue for each platform. */
export const INTENT_JOBS = {
  process: processIntentJobs,
  track: trackIntentJobs,
  reconcile: reconcileOrderJobs,
};

export type IntentJobKind = keyof typeof INTENT_JOBS;

/** All of them. */
export const ALL_INTENT_JOBS: readonly IntentJob[] = Object.values(INTENT_JOBS).flatMap((jobs) =>
  Object.values(jobs),
);
