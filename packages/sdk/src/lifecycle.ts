import { ALLOWED_FROM, FINAL_STATUSES } from './generated/tables.ts';
import type { IntentAction, IntentStatus } from './generated/types.ts';

/**
 * Whether `action` is allowed for an intent with this status, for a button or a check before the call. The service
 * decides by the status that the intent has when the call arrives.
 *
 * @example if (isAllowed('cancel', intent)) showCancelButton();
 */
export function isAllowed(action: IntentAction, intent: { status: IntentStatus }): boolean {
  return ALLOWED_FROM[action].includes(intent.status);
}

/**
 * Whether the status of the intent is final.
 *
 * @example const open = items.filter((intent) => !isFinal(intent));
 */
export function isFinal(intent: { status: IntentStatus }): boolean {
  return FINAL_STATUSES.includes(intent.status);
}
