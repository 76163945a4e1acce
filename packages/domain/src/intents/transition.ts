import {
  type IntentAction,
  type IntentStatus,
  isAllowed,
  LIFECYCLE,
  type LifecycleRule,
} from '@procurement-intents/contract';
import { ApiError } from '../errors.ts';
import type { StoredIntent } from './intent-fields.ts';

/** Actions that leave the purchase as it is: what is archived, and what is removed. */
type ChangingAction = Exclude<IntentAction, 'delete' | 'archive' | 'unarchive'>;
type Rule<Action extends ChangingAction> = (typeof LIFECYCLE)[Action];

/** A status that a change can leave. */
export type OpenStatus = Rule<ChangingAction>['from'][number];
/** A status that no change leaves. */
export type EndStatus = Exclude<IntentStatus, OpenStatus>;

/** The status of an intent after `action`. */
type StatusAfter<Action extends ChangingAction> = Action extends ChangingAction
  ? | (Rule<Action>['to'] & IntentStatus)
    | (null extends Rule<Action>['to'] ? Rule<Action>['from'][number] : never)
  : never;

/** What a status change writes: the status, and the time stamp that its rule in `LIFECYCLE` names. */
export interface StatusChange<Action extends ChangingAction> extends Partial<
  Pick<StoredIntent, 'submittedAt' | 'completedAt' | 'cancelledAt'>
> {
  status: StatusAfter<Action>;
}

/**
 * What `action` writes to an intent of this status. The host writes it only while the intent still has the version
 * that it read, so that the loser of a race writes nothing.
 *
 * @throws ApiError the refusal of the action's rule, when this status does not allow it.
 */
export function transition<Action extends ChangingAction>(
  action: Action,
  status: IntentStatus,
  now: Date,
): StatusChange<Action> {
  checkAllowed(action, status);
  const rule = LIFECYCLE[action];
  const after = (rule.to ?? status) as StatusAfter<Action>;
  return { status: after, ...(rule.stamp === null ? {} : { [rule.stamp]: now }) };
}

/** @throws ApiError the refusal of the action's rule, when an intent of this status does not allow it. */
export function checkAllowed(action: IntentAction, status: IntentStatus): void {
  if (!isAllowed(action, status)) throw refusal(action, status);
}

function refusal(action: IntentAction, currentStatus: IntentStatus): Error {
  const rule: LifecycleRule = LIFECYCLE[action];
  switch (rule.refusal) {
    case 'UPDATE_REFUSED':
    case 'SUBMIT_REFUSED':
    case 'ARCHIVE_REFUSED':
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
