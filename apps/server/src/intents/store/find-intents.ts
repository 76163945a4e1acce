import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import type { StoreParts } from '../../intent-rows/store-options.ts';

const MAX_IDS = 64;
// While one batch is read the next one gathers. A second starts when the first takes this long, so that no connection
// that stands still holds up all.
const MAX_IN_FLIGHT = 2;
const OVERLAP_AFTER_MS = 25;

// Columns are named one by one: a prepared `*` fails on every connection after a migration has added one.
const FIND = `SELECT ${INTENTS.read(INTENTS.keys)} FROM "intents" WHERE "id" = ANY($1)`;

/** Reads single intents. */
export function findIntents(database: Database, { open }: Pick<StoreParts, 'open'>) {
  const findSealed = createBatcher({
    maxItems: MAX_IDS,
    maxInFlight: MAX_IN_FLIGHT,
    overlapAfterMs: OVERLAP_AFTER_MS,
    run: async (ids: string[]) => {
      const rows = await database.rows<IntentRow>(FIND, [ids]);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id) ?? null);
    },
  });
  return {
    /** Ids that are asked for together share one statement, each answered with its row or null. */
    find: async (id: string): Promise<IntentRow | null> => open(await findSealed(id)),

    findByIdempotencyKey: async (appId: string, idempotencyKey: string): Promise<IntentRow | null> =>
      open(await database.intent.findUnique({ where: { appId_idempotencyKey: { appId, idempotencyKey } } })),
  };
}
