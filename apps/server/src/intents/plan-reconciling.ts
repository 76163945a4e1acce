import type { RunRow } from './claim-intents.ts';
import type { IntentPatch } from './repository.ts';

// Shops that answer late do so within minutes; the last look is for queues that were stopped over night.
const LOOKS_AFTER_MS = [60_000, 600_000, 3_600_000, 86_400_000];

/** The looks that an intent gets which ends now although an order was sent: none when none was. */
export function planReconciling({ placingUntil, orderId }: RunRow, now: Date): IntentPatch {
  return placingUntil === null || orderId !== null ? {} : nextLook(0, now);
}

/** The look after `step` earlier ones, or the end of looking. */
export function nextLook(step: number, now: Date): IntentPatch {
  const afterMs = LOOKS_AFTER_MS[step];
  return afterMs === undefined
    ? { reconcileStep: null, dispatchAt: null }
    : { reconcileStep: step, dispatchAt: new Date(now.getTime() + afterMs) };
}
