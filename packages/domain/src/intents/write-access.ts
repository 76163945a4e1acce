import type { IntentStatus, Permission } from '@procurement-intents/contract';
import { ApiError } from '../errors.ts';

/** Which of its intents an App may create, change and delete. */
export type WriteAccess = 'all' | 'drafts';

/** With `intents:draft` and without `intents:write`, drafts alone. */
export const writeAccessOf = ({ permissions }: { permissions: readonly Permission[] }): WriteAccess =>
  permissions.includes('intents:write') ? 'all' : 'drafts';

/** Whether the access covers an intent that has this status, or that a create gives this status. */
export const mayWrite = (access: WriteAccess, { status }: { status: IntentStatus }): boolean =>
  access === 'all' || status === 'DRAFT';

/**
 * The host writes only while the intent still has the version that it read and asked this about, so that an intent which
 * is submitted meanwhile stays as it is.
 *
 * @throws ApiError `PERMISSION_MISSING` (40302) when the access does not cover the intent.
 */
export function checkWriteAccess(access: WriteAccess, intent: { status: IntentStatus }): void {
  if (!mayWrite(access, intent)) throw new ApiError('PERMISSION_MISSING');
}
