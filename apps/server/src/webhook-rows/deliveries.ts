import { NAMED_ONLY_TYPES } from '@procurement-intents/contract';
import { EVERY_TYPE } from '@procurement-intents/contract/webhooks';
import { literals } from '../postgres/columns.ts';
import { uuidAt } from '../postgres/uuid-at.ts';

// Rules of the domain (`delivery.ts`, `delivery-log.ts`, `endpoint.ts`) in SQL, for statements over many rows.
// `deliveries.test.ts` holds both to the same answers.

/** Whether an array of types has the type of an event: `takesType` of the domain. */
const takesType = (types: string, type: string): string =>
  `(${type} = ANY(${types}) OR ('${EVERY_TYPE}' = ANY(${types}) AND ${type} NOT IN (${literals(NAMED_ONLY_TYPES)})))`;

/**
 * Whether an endpoint gets an event when it, or a replay, has these types: `getsEvent` of the domain. All are SQL expressions.
 *
 * @param event - the row that has its `type` and `subjectId`.
 */
export const getsEvent = (webhookId: string, types: string, event: string): string =>
  `(${event}."subjectId" <> ${webhookId} AND ${takesType(types, `${event}."type"`)})`;

/**
 * Whether the request of a delivery is under way: then `queuedAgain` of the domain leaves it alone.
 *
 * @param now - an expression for the time.
 */
export const isUnderWay = (delivery: string, now = 'service_now()'): string =>
  `(${delivery}."isSending" AND COALESCE(${delivery}."dueAt" > ${now}, false))`;

/** Whether an endpoint has not taken what a delivery brings, as far as is known: `isMissed` of the domain. */
export const isMissed = (delivery: string): string =>
  `(COALESCE(${delivery}."resumeState", ${delivery}."state") <> 'SUCCEEDED')`;

/** The state of a delivery whose endpoint is disabled, or had its deliveries ended: `stateOf` of the domain. */
export const stateOf = (delivery: string, endpoint: { isDisabled: string; endUpTo: string }): string =>
  `CASE WHEN ${delivery}."state" = 'PENDING' AND (${endpoint.isDisabled} OR COALESCE(${delivery}."queuedAt" <= ${endpoint.endUpTo}, false))
    THEN 'ENDED' ELSE ${delivery}."state" END`;

/** Which deliveries of an endpoint go first: the lower rank. A failed attempt of a replay puts it among the repeated ones. */
export const RANKS = { new: 0, repeated: 1, replayed: 2 } as const;

// Retries go with the repeated deliveries, replays behind all others.
const QUEUED_RANKS = { RETRY: RANKS.repeated, REPLAY: RANKS.replayed } as const;

/**
 * The changes of a delivery that goes out once more beside its schedule, to which it goes back after a failure:
 * `queuedAgain` of the domain, for deliveries that are not {@link isUnderWay}.
 */
export const queueAgain = (delivery: string, trigger: keyof typeof QUEUED_RANKS): string => `
      "state" = 'PENDING', "trigger" = '${trigger}', "rank" = ${QUEUED_RANKS[trigger]},
      "resumeState" = CASE WHEN ${delivery}."trigger" = 'SCHEDULE' THEN ${delivery}."state" ELSE ${delivery}."resumeState" END,
      "resumeAt" = CASE WHEN ${delivery}."trigger" = 'SCHEDULE' THEN ${delivery}."dueAt" ELSE ${delivery}."resumeAt" END,
      "dueAt" = service_now(), "queuedAt" = service_now()`;

/** How a delivery begins. A replay of an event that was never sent leaves it failed when its attempt fails. */
const BEGINNINGS = {
  SCHEDULE: { rank: RANKS.new, resumeState: 'NULL' },
  REPLAY: { rank: RANKS.replayed, resumeState: `'FAILED'` },
} as const;

/**
 * Adds deliveries that are due now, as `d`.
 *
 * @param webhookId - an expression for their endpoint.
 * @param event - the row of `from` that has the published event.
 * @param from - what follows `FROM`.
 */
export const insertDeliveries = (
  trigger: keyof typeof BEGINNINGS,
  { webhookId, event, from }: { webhookId: string; event: string; from: string },
): string => `
    INSERT INTO "webhook_deliveries" AS d ("id", "webhookId", "appId", "sequence", "publishedAt", "eventId", "type", "subjectId",
      "state", "trigger", "rank", "dueAt", "resumeState", "queuedAt", "createdAt")
    SELECT ${uuidAt('service_now()')}, ${webhookId}, ${event}."appId", ${event}."sequence", ${event}."publishedAt", ${event}."id",
      ${event}."type", ${event}."subjectId",
      'PENDING', '${trigger}', ${BEGINNINGS[trigger].rank}, service_now(), ${BEGINNINGS[trigger].resumeState}, service_now(), service_now()
    FROM ${from}`;
