import { INTENT_ID_PATTERN } from '@procurement-intents/contract';
import { requireOwnIntent } from '@procurement-intents/domain';
import type { IntentStore } from './store/intent-store.ts';
import type { IntentRow } from '../intent-rows/intent-row.ts';

/** The intent with this id. Throws 40401 when there is none, 40301 when another App owns it. */
export async function loadIntent(
  context: { intents: Pick<IntentStore, 'find'> },
  appId: string,
  id: string,
): Promise<IntentRow> {
  const row = INTENT_ID_PATTERN.test(id) ? await context.intents.find(id) : null;
  return requireOwnIntent(row, appId);
}
