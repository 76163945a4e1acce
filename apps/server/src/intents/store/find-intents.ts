import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import { rowFinder } from '../../intent-rows/all-intents.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow, StoreOptions } from '../../intent-rows/intent-row.ts';

// Columns are named one by one: a prepared `*` fails on every connection after a migration has added one.
const findRows = rowFinder(INTENTS.keys);

// Of one moment: an intent that moves is on one side of it. With its limit, each key is looked up by index, however large the
// tables have grown since the plan.
const FIND_BY_KEYS = `
  SELECT found.* FROM unnest($1::text[], $2::text[]) AS wanted("appId", "key") CROSS JOIN LATERAL (
    SELECT ${INTENTS.read(INTENTS.keys, 'i')} FROM "intents" AS i
    WHERE i."appId" = wanted."appId" AND i."idempotencyKey" = wanted."key"
    UNION ALL SELECT moved.* FROM "archived_keys" AS k CROSS JOIN LATERAL (
      SELECT ${INTENTS.read(INTENTS.keys, 'a')} FROM "archived_intents" AS a WHERE a."id" = k."intentId" AND a."isMoved") AS moved
    WHERE k."appId" = wanted."appId" AND k."idempotencyKey" = wanted."key"
    LIMIT 1) AS found`;

type CreateKey = Pick<IntentRow, 'appId' | 'idempotencyKey'>;
const nameOf = ({ appId, idempotencyKey }: CreateKey): string => `${appId} ${idempotencyKey}`;

const BRING_BACK = 'SELECT "bring_back_intent"($1)';

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
      const rows = await database.rows<IntentRow>(FIND_BY_KEYS, lists);
      const byName = new Map(rows.map((row) => [nameOf(row), row]));
      return keys.map((key) => byName.get(nameOf(key)) ?? null);
    },
  });
  const open = (row: IntentRow | null): IntentRow | null => row && recipients.open(row);
  return {
    /** Ids that are asked for together share one statement, each answered with its row or null. */
    find: async (id: string): Promise<IntentRow | null> => open(await findSealed(id)),

    /** Those that are asked for together share one statement, as those of a batch do. */
    findByIdempotencyKey: async (appId: string, idempotencyKey: string): Promise<IntentRow | null> =>
      open(await findByKey({ appId, idempotencyKey })),

    /**
     * Puts an intent that has moved to the archive back where it can be changed, for 5 minutes at least. It stays
     * archived.
     */
    bringBack: async (id: string): Promise<void> => {
      await database.rows(BRING_BACK, [id]);
    },
  };
}
