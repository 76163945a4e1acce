import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import { INTENTS } from './intent-columns.ts';
import type { IntentRow } from './intent-row.ts';

const MAX_IDS = 64;
// While one batch is read the next one gathers. A second goes along, so that no connection that stands still holds up
// all; a third one would only make each smaller.
const MAX_IN_FLIGHT = 2;

// Columns are named one by one: a prepared `*` fails on every connection after a migration has added one.
const FIND = `SELECT ${INTENTS.read(INTENTS.keys)} FROM "intents" WHERE "id" = ANY($1)`;

/** Group read: ids asked for together share one statement, each answered with its row or null. */
export function createIntentFinder(database: Database): (id: string) => Promise<IntentRow | null> {
  return createBatcher({
    maxItems: MAX_IDS,
    maxInFlight: MAX_IN_FLIGHT,
    run: async (ids: string[]) => {
      const rows = await database.rows<IntentRow>(FIND, [ids]);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id) ?? null);
    },
  });
}
