import { WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';
import { countOf } from '../../postgres/count-of.ts';
import type { Database } from '../../postgres/database.ts';
import { isServed } from '../../webhook-rows/lanes.ts';

const OVERDUE = `
  SELECT COALESCE(extract(epoch FROM service_now() - min(l."wakeAt")), 0)::float8 AS "count"
  FROM "webhook_lanes" AS l JOIN "webhook_endpoints" AS e ON e."id" = l."webhookId" JOIN "apps" AS a ON a."id" = e."appId"
  WHERE l."wakeAt" <= (SELECT service_now()) AND ${isServed('e', 'a')}`;

const FAILING = `
  SELECT count(*)::int AS "count" FROM "webhook_lanes" AS l JOIN "webhook_endpoints" AS e ON e."id" = l."webhookId"
  WHERE l."failingSince" < (SELECT service_now()) - make_interval(hours => $1) AND e."disabledAt" IS NULL`;

/** How the sending of webhooks does, for metrics. */
export const deliveryHealth = (database: Pick<Database, 'rows'>) => ({
  /** How many seconds ago the endpoint that is looked at next was due; 0 when none is. */
  overdueSeconds: () => countOf(database, OVERDUE),
  /** Enabled endpoints that have taken nothing for as long as makes them failing. */
  countFailing: () => countOf(database, FAILING, [WEBHOOK_LIMITS.failingHours]),
});
