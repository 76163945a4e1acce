import { RECIPIENT_FIELDS } from '@procurement-intents/domain';
import { presentPayloadIntent } from '@procurement-intents/domain/webhooks';
import { rowFinder } from '../../intent-rows/all-intents.ts';
import { INTENTS, type IntentRow } from '../../intent-rows/intent-columns.ts';
import type { Database } from '../../postgres/database.ts';

type PayloadKey = Exclude<keyof IntentRow, (typeof RECIPIENT_FIELDS)[number]>;
const OF_RECIPIENT: ReadonlySet<string> = new Set(RECIPIENT_FIELDS);
const findRows = rowFinder(INTENTS.keys.filter((key): key is PayloadKey => !OF_RECIPIENT.has(key)));

/** Reads intents as webhooks carry them, by id, without their recipients. Those that are deleted are missing. */
export const payloadIntents = (database: Database) => async (ids: readonly string[]) => {
  const rows = await findRows(database, ids);
  return new Map([...rows].map(([id, row]) => [id, presentPayloadIntent(row)]));
};
