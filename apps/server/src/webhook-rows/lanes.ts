import { EVENTS_PERMISSION } from '@procurement-intents/contract';

// `mayHaveEvents` and `isServed` are rules of the domain (`events-permission.ts`) in SQL. `deliveries.test.ts` holds both to
// the same answers.

/** Whether an App may have the events of its intents: `mayHaveEvents` of the domain. */
export const mayHaveEvents = (app: string): string => `'${EVENTS_PERMISSION}' = ANY(${app}."permissions")`;

/** Whether an endpoint is sent to now: `isServed` of the domain. */
export const isServed = (endpoint: string, app: string): string =>
  `${endpoint}."disabledAt" IS NULL AND ${app}."disabledAt" IS NULL AND ${mayHaveEvents(app)}`;

/** Locks lanes in the order in which everybody does. `ids` follows their column: `IN (…)`, `= ANY(…)`. */
export const lockLanes = (ids: string): string => `
    SELECT "webhookId" FROM "webhook_lanes" WHERE "webhookId" ${ids} ORDER BY "webhookId" FOR UPDATE`;

/** Has senders look at the lanes that `rows` names, which something was queued for. */
export const wakeLanes = (rows: string): string => `
    UPDATE "webhook_lanes" AS l SET "wakeAt" = LEAST(l."wakeAt", service_now()), "changes" = l."changes" + 1
    FROM ${rows} WHERE l."webhookId" = ${rows}."webhookId"`;
