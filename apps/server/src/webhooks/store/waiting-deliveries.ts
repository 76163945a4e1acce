import type { Database } from '../../postgres/database.ts';

/** Of so many open deliveries of an endpoint the oldest is looked for: a backlog of days costs no more. */
const LOOKED_AT = 100_000;

// What was queued before its endpoint was disabled is over, although a sweep has yet to say so.
const WAITING = `
  SELECT open."webhookId", count(*)::int AS "waiting", min(open."createdAt") AS "oldest"
  FROM "webhook_endpoints" AS e JOIN "webhook_lanes" AS l ON l."webhookId" = e."id" CROSS JOIN LATERAL (
    SELECT d."webhookId", d."createdAt" FROM "webhook_deliveries" AS d
    WHERE d."webhookId" = e."id" AND d."dueAt" IS NOT NULL AND (l."endUpTo" IS NULL OR d."queuedAt" > l."endUpTo")
    ORDER BY d."rank", d."dueAt" LIMIT ${LOOKED_AT}) AS open
  WHERE e."appId" = $1 AND e."disabledAt" IS NULL
  GROUP BY open."webhookId"`;

/** What waits for an endpoint: how many deliveries, at most 100,000, and since when the oldest of them. */
export interface Waiting {
  waiting: number;
  oldest: Date;
}

/** Reads what waits for the endpoints of an App, by their ids; those without any are left out. */
export async function readWaiting(
  database: Pick<Database, 'rows'>,
  appId: string,
): Promise<Map<string, Waiting>> {
  const rows = await database.rows<Waiting & { webhookId: string }>(WAITING, [appId]);
  return new Map(rows.map(({ webhookId, ...waiting }) => [webhookId, waiting]));
}
