import type { IntentJob } from './run-times.ts';

/** Looks for an order that appeared after its intent had ended without one, and cancels it. */
export const reconcileIntentJob: IntentJob = {
  queue: 'intents.reconcile',
  gatewayCalls: 2,
  pageFetches: 0,
  writes: 2,
};
