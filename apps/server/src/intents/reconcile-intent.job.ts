import type { JobDefinition } from '../infra/jobs.ts';

/** Looks for an order that appeared after its intent had ended without one. */
export const reconcileIntentJob: JobDefinition = { queue: 'intents.reconcile', expireSeconds: 60 };
