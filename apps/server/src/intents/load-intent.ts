import { INTENT_ID_PATTERN } from '@procurement-intents/contract';
import { ApiError, ValidationError } from '../edge/api-error.ts';
import type { IntentsContext } from './intents-context.ts';
import type { IntentRow } from './store/intent-row.ts';

/** The intent of that id, or 40401; 40301 when another App owns it. */
export async function loadIntent(
  context: Pick<IntentsContext, 'intents'>,
  appId: string,
  id: string,
): Promise<IntentRow> {
  const row = INTENT_ID_PATTERN.test(id) ? await context.intents.find(id) : null;
  if (!row) throw new ApiError('INTENT_NOT_FOUND');
  if (row.appId !== appId) throw new ApiError('NOT_OWNER');
  return row;
}

/** Refuses when the caller holds another version than the one that stands (40902). Without `If-Match` all is well. */
export function checkVersion(row: IntentRow, ifMatch: string | undefined): void {
  if (ifMatch === undefined) return;
  const version = /^"([1-9][0-9]{0,9})"$/.exec(ifMatch)?.[1];
  if (version === undefined) throw new ValidationError([{ field: 'If-Match', issue: { rule: 'version' } }]);
  if (Number(version) !== row.version) {
    throw new ApiError('VERSION_CONFLICT', { data: { currentVersion: row.version } });
  }
}
