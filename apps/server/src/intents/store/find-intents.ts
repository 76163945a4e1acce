import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import { READ_FAULTS } from '../../postgres/lock-waits.ts';
import type { IntentRow } from './intent-row.ts';
import { INTENT_COLUMNS } from './sql-values.ts';

const MAX_IDS = 64;
const MAX_IN_FLIGHT = 3;

/** Group read: ids asked for together share one statement, each answered with its row or null. */
export function createIntentFinder(database: Database): (id: string) => Promise<IntentRow | null> {
  return createBatcher({
    maxItems: MAX_IDS,
    maxInFlight: MAX_IN_FLIGHT,
    ...READ_FAULTS,
    run: async (ids: string[]) => {
      const rows = await database.$queryRaw<IntentRow[]>`
        SELECT ${INTENT_COLUMNS} FROM "intents" WHERE "id" = ANY(${ids})`;
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id) ?? null);
    },
  });
}
