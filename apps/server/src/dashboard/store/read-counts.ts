import type { IntentStatus } from '@procurement-intents/contract';
import type { Database } from '../../postgres/database.ts';
import { orTooCostly } from '../../postgres/or-too-costly.ts';

export interface DashboardCounts {
  intents: Partial<Record<IntentStatus, number>>;
  pendingRequests: number;
  enabledApps: number;
  disabledApps: number;
}

// Counters of intents, the part of an index that has what is pending, and a small table: no intent is looked at.
const READ = `SELECT
  (SELECT COALESCE(json_object_agg("status", "total"), '{}') FROM (
    SELECT "status", sum("total") AS "total" FROM "intent_counts" GROUP BY 1) AS sums) AS "intents",
  (SELECT count(*)::int FROM "purchase_requests" WHERE "status" = 'PENDING') AS "pendingRequests",
  (SELECT count(*)::int FROM "apps" WHERE "disabledAt" IS NULL) AS "enabledApps",
  (SELECT count(*)::int FROM "apps" WHERE "disabledAt" IS NOT NULL) AS "disabledApps"`;

/** Counts what stands, as of one moment. @throws ApiError `LIST_TOO_COSTLY` when the database ends the statement. */
export const readDashboard = (database: Pick<Database, 'rows'>) => async (): Promise<DashboardCounts> => {
  const [counts] = await orTooCostly(database.rows<DashboardCounts>(READ));
  return counts as DashboardCounts;
};
