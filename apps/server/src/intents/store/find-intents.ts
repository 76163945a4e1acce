import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import { rowFinder } from '../../intent-rows/all-intents.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow, StoreOptions } from '../../intent-rows/intent-row.ts';

// Columns are named one by one: a prepared `*` fails on every connection after a migration has added one.
const findRows = rowFinder(INTENTS.keys);

// Without the archive itself, so that a new key costs two look-ups. An archived key is known before its row is removed.
const FIND_BY_KEY = `
  SELECT ${INTENTS.read(INTENTS.keys, 'i')}, k."intentId" AS "archivedId" FROM (SELECT 1) AS one
  LEFT JOIN "intents" AS i ON i."appId" = $1 AND i."idempotencyKey" = $2
  LEFT JOIN "archived_keys" AS k ON k."appId" = $1 AND k."idempotencyKey" = $2`;

const BRING_BACK = 'SELECT "bring_back_intent"($1)';

/** The row of `intents` with the key, if it is there, and the intent that has the key in the archive. */
type FoundByKey = { [Key in keyof IntentRow]: IntentRow[Key] | null } & { archivedId: string | null };

/** Reads single intents. */
export function findIntents(database: Database, { recipients }: Pick<StoreOptions, 'recipients'>) {
  const findSealed = createBatcher({
    run: async (ids: string[]) => {
      const rows = await findRows(database, ids);
      return ids.map((id) => rows.get(id) ?? null);
    },
  });
  const open = (row: IntentRow | null): IntentRow | null => row && recipients.open(row);
  return {
    /** Ids that are asked for together share one statement, each answered with its row or null. */
    find: async (id: string): Promise<IntentRow | null> => open(await findSealed(id)),

    async findByIdempotencyKey(appId: string, idempotencyKey: string): Promise<IntentRow | null> {
      const [found] = await database.rows<FoundByKey>(FIND_BY_KEY, [appId, idempotencyKey]);
      if (!found) return null;
      const { archivedId, ...row } = found;
      if (row.id !== null) return open(row as IntentRow);
      return archivedId === null ? null : open(await findSealed(archivedId));
    },

    /**
     * Puts an intent that has moved to the archive back where it can be changed, for 5 minutes at least. It stays
     * archived.
     */
    bringBack: async (id: string): Promise<void> => {
      await database.rows(BRING_BACK, [id]);
    },
  };
}
