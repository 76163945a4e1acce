import type { Condition } from '@procurement-intents/domain';
import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import type { Prisma } from '#prisma';
import type { IntentRow } from '../../intent-rows/intent-row.ts';

type CountRow = Pick<IntentRow, 'appId' | 'status' | 'platform'> & { total: bigint };

const MAX_APPS = 64;
// The connection of lists that no list takes.
const MAX_IN_FLIGHT = 1;

/** Whether the counters can tell how many rows satisfy the condition. */
export const isCounted = (condition: Condition): boolean =>
  'oneOf' in condition && (condition.column === 'status' || condition.column === 'platform');

const READ = `SELECT "appId", "status", "platform", sum("total")::bigint AS "total" FROM "intent_counts"
  WHERE "appId" = ANY($1) GROUP BY 1, 2, 3`;

/**
 * Sums an App's counts of all statuses and platforms that satisfy the conditions. The database adds to them in the
 * transaction of every change, so the sum is exact; counting a million rows takes 0.1 s instead, and all its cores.
 */
export function createCountReader(
  database: Database,
): (appId: string, conditions: readonly Condition[]) => Promise<number> {
  const readApp = createBatcher({
    maxItems: MAX_APPS,
    maxInFlight: MAX_IN_FLIGHT,
    run: async (appIds: string[]) => {
      const rows = await database.rows<CountRow>(READ, [[...new Set(appIds)]]);
      const byApp = Map.groupBy(rows, ({ appId }) => appId);
      return appIds.map((appId) => byApp.get(appId) ?? []);
    },
  });
  return async (appId, conditions) => sumOf(await readApp(appId), conditions);
}

/** The same sum, read within a transaction. */
export const countIn = async (
  transaction: Prisma.TransactionClient,
  appId: string,
  conditions: readonly Condition[],
): Promise<number> => sumOf(await transaction.$queryRawUnsafe<CountRow[]>(READ, [appId]), conditions);

const sumOf = (rows: readonly CountRow[], conditions: readonly Condition[]): number =>
  rows
    .filter((row) => conditions.every((condition) => satisfies(row, condition)))
    .reduce((sum, { total }) => sum + Number(total), 0);

function satisfies(row: CountRow, condition: Condition): boolean {
  if (!('oneOf' in condition)) return false;
  return condition.oneOf.includes(condition.column === 'status' ? row.status : row.platform);
}
