import {
  type IntentAction,
  type IntentStatus,
  isAllowed,
  LIFECYCLE,
  type LifecycleRule,
} from '@procurement-intents/contract';
import type { IntentRecord } from './intent-record.ts';
import { Refusal } from './refusal.ts';

/** @throws Refusal as the lifecycle names it, when an intent of this status does not allow `action`. */
export function checkAllowed(action: IntentAction, currentStatus: IntentStatus): void {
  if (isAllowed(action, currentStatus)) return;
  const { refusal, from }: LifecycleRule = LIFECYCLE[action];
  if (refusal === null) throw new Error(`${action} from ${currentStatus} is not a move of the lifecycle`);
  const isListed = refusal === 'UPDATE_REFUSED' || refusal === 'SUBMIT_REFUSED';
  const data = isListed
    ? { currentStatus, allowedStatuses: from }
    : { currentStatus, reason: `${action} is possible in ${from.join(', ')} only` };
  throw new Refusal(refusal, { data });
}

/** What `action` writes to an intent of this status. @throws Refusal when it is not allowed. */
export function moved(
  action: Exclude<IntentAction, 'delete'>,
  status: IntentStatus,
  at: Date,
): Partial<Pick<IntentRecord, 'status' | 'submittedAt' | 'completedAt' | 'cancelledAt'>> {
  checkAllowed(action, status);
  const { to, stamp } = LIFECYCLE[action];
  return { status: to ?? status, ...(stamp === null ? {} : { [stamp]: at }) };
}
