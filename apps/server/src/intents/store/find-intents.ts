import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow, StoreOptions } from '../../intent-rows/intent-row.ts';

// Columns are named one by one: a prepared `*` fails on every connection after a migration has added one.
const FIND = `SELECT ${INTENTS.read(INTENTS.keys)} FROM "intents" WHERE "id" = ANY($1)`;

/** Reads single intents. */
export function findIntents(database: Database, { recipients }: Pick<StoreOptions, 'recipients'>) {
  const findSealed = createBatcher({
    run: async (ids: string[]) => {
      const rows = await database.rows<IntentRow>(FIND, [ids]);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id) ?? null);
    },
  });
  const open = (row: IntentRow | null): IntentRow | null => row && recipients.open(row);
  return {
    /** Ids that are asked for together share one statement, each answered with its row or null. */
    find: async (id: string): Promise<IntentRow | null> => open(await findSealed(id)),

    findByIdempotencyKey: async (appId: string, idempotencyKey: string): Promise<IntentRow | null> =>
      open(await database.intent.findUnique({ where: { appId_idempotencyKey: { appId, idempotencyKey } } })),
  };
}
