import {
  type IntentAction,
  type IntentStatus,
  isAllowed,
  LIFECYCLE,
  type LifecycleRule,
} from '@procurement-intents/contract';
import { ApiError } from '../edge/api-error.ts';
import type { IntentPatch } from './store/intent-row.ts';

type ChangingAction = Exclude<IntentAction, 'delete'>;

/**
 * What `action` writes to an intent of the given status, or throws the refusal that its rule names. Pure: the save
 * re-checks the version, so a lost race surfaces there and never as a half-made move.
 */
export function transition(action: ChangingAction, status: IntentStatus, now: Date): IntentPatch {
  checkAllowed(action, status);
  const rule = LIFECYCLE[action];
  return { status: rule.to ?? status, ...(rule.stamp === null ? {} : { [rule.stamp]: now }) };
}

/** Throws the refusal of `action` when an intent of this status does not allow it. */
export function checkAllowed(action: IntentAction, status: IntentStatus): void {
  if (!isAllowed(action, status)) throw refusal(action, status);
}

function refusal(action: IntentAction, currentStatus: IntentStatus): Error {
  const rule: LifecycleRule = LIFECYCLE[action];
  switch (rule.refusal) {
    case 'UPDATE_REFUSED':
    case 'SUBMIT_REFUSED':
      return new ApiError(rule.refusal, { data: { currentStatus, allowedStatuses: [...rule.from] } });
    case 'CANCEL_REFUSED':
    case 'DELETE_REFUSED':
      return new ApiError(rule.refusal, {
        data: { currentStatus, reason: `${action} is possible in ${rule.from.join(', ')} only` },
      });
    case null:
      return new Error(`${action} from ${currentStatus} is not a move of the lifecycle`);
  }
}
