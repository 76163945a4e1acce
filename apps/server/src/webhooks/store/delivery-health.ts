import { WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';
import type { Database } from '../../postgres/database.ts';

const OVERDUE = `
  SELECT COALESCE(extract(epoch FROM service_now() - min(l."wakeAt")), 0)::float8 AS "value"
  FROM "webhook_lanes" AS l JOIN "webhook_endpoints" AS e ON e."id" = l."webhookId" JOIN "apps" AS a ON a."id" = e."appId"
  WHERE l."wakeAt" <= service_now() AND e."disabledAt" IS NULL AND a."disabledAt" IS NULL
    AND 'intents:read' = ANY(a."permissions")`;

const FAILING = `
  SELECT count(*)::int AS "value" FROM "webhook_lanes" AS l JOIN "webhook_endpoints" AS e ON e."id" = l."webhookId"
  WHERE l."failingSince" < service_now() - make_interval(hours => $1) AND e."disabledAt" IS NULL`;

/** How the sending of webhooks does, for metrics. */
export function deliveryHealth(database: Pick<Database, 'rows'>) {
  const ask = async (text: string, values: readonly unknown[] = []): Promise<number> => {
    const [row] = await database.rows<{ value: number }>(text, values);
    return row?.value ?? 0;
  };
  return {
    /** How many seconds ago the endpoint that is looked at next was due; 0 when none is. */
    overdueSeconds: () => ask(OVERDUE),
    /** Enabled endpoints that have taken nothing for as long as makes them failing. */
    countFailing: () => ask(FAILING, [WEBHOOK_LIMITS.failingHours]),
  };
}
