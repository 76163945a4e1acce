import type { Labels } from '@procurement-intents/contract';
import { storedLabels } from '@procurement-intents/domain';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow, StoreOptions } from '../../intent-rows/intent-row.ts';
import type { Database } from '../../postgres/database.ts';
import { bringBack } from './bring-back.ts';

/** No fence, and no new version: a write of an attempt never loses to it. It waits for that at most. */
const SET_LABELS = `UPDATE "intents" SET "labels" = $2::jsonb WHERE "id" = $1 RETURNING ${INTENTS.read(INTENTS.keys)}`;

/** Writes labels of intents alone. */
export const labelWrites = (
  database: Pick<Database, 'rows'>,
  { recipients }: Pick<StoreOptions, 'recipients'>,
) => ({
  /** Replaces all labels of an intent, as it stands, wherever it lies. Null when it is deleted. */
  async setLabels(id: string, labels: Labels): Promise<IntentRow | null> {
    const stored = storedLabels(labels);
    const write = () => database.rows<IntentRow>(SET_LABELS, [id, stored && JSON.stringify(stored)]);
    let [row] = await write();
    if (!row) {
      await bringBack(database, id);
      [row] = await write();
    }
    return row ? recipients.open(row) : null;
  },
});
