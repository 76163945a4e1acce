import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import { rowFinder } from '../../intent-rows/all-intents.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow, StoreOptions } from '../../intent-rows/intent-row.ts';

// Columns are named one by one: a prepared `*` fails on every connection after a migration has added one.
const findRows = rowFinder(INTENTS.keys);

// Without the archive itself, so that a new key costs two look-ups. An archived key is known before its row is removed. With
// its limit, each key is looked up by index, however large the tables have grown since the plan.
const FIND_BY_KEYS = `
  SELECT found.* FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted("appId", "key", "place") CROSS JOIN LATERAL (
    SELECT wanted."place"::int, ${INTENTS.read(INTENTS.keys, 'i')}, k."intentId" AS "archivedId" FROM (SELECT) AS one
    LEFT JOIN "intents" AS i ON i."appId" = wanted."appId" AND i."idempotencyKey" = wanted."key"
    LEFT JOIN "archived_keys" AS k ON k."appId" = wanted."appId" AND k."idempotencyKey" = wanted."key"
    LIMIT 1) AS found`;

/** The row of `intents` with a key, if it is there, and the intent that has the key in the archive. */
type FoundByKey = { [Key in keyof IntentRow]: IntentRow[Key] | null } & {
  place: number;
  archivedId: string | null;
};

type CreateKey = Pick<IntentRow, 'appId' | 'idempotencyKey'>;

/** Reads single intents. */
export function findIntents(database: Database, { recipients }: Pick<StoreOptions, 'recipients'>) {
  const findSealed = createBatcher({
    run: async (ids: string[]) => {
      const rows = await findRows(database, ids);
      return ids.map((id) => rows.get(id) ?? null);
    },
  });
  const findByKey = createBatcher({
    run: async (keys: CreateKey[]) => {
      const lists = [keys.map(({ appId }) => appId), keys.map(({ idempotencyKey }) => idempotencyKey)];
      const byPlace = new Map<number, FoundByKey>();
      for (const row of await database.rows<FoundByKey>(FIND_BY_KEYS, lists)) byPlace.set(row.place, row);
      return keys.map((_, index) => byPlace.get(index + 1) ?? null);
    },
  });
  const open = (row: IntentRow | null): IntentRow | null => row && recipients.open(row);
  return {
    /** Ids that are asked for together share one statement, each answered with its row or null. */
    find: async (id: string): Promise<IntentRow | null> => open(await findSealed(id)),

    /** Those that are asked for together share one statement, as those of a batch do. */
    async findByIdempotencyKey(appId: string, idempotencyKey: string): Promise<IntentRow | null> {
      const found = await findByKey({ appId, idempotencyKey });
      if (!found) return null;
      const { archivedId, place: _, ...row } = found;
      if (row.id !== null) return open(row as IntentRow);
      return archivedId === null ? null : open(await findSealed(archivedId));
    },
  };
}
