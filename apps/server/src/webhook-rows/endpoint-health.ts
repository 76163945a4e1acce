// Rules of the domain (`endpoint-health.ts`) in SQL, for lanes. `endpoint-health.test.ts` holds both to the same answers.

/** Of an endpoint that begins anew: `HEALTHY` of the domain. */
export const HEALTHY = `"failingSince" = NULL, "failedDays" = 0, "lastFailedDay" = NULL, "isFailingTold" = false, "failuresInARow" = 0`;

/**
 * What requests say of the endpoint of a lane: `healthAfter` of the domain, for several that end together. A success among
 * them counts for all.
 *
 * @param results - a row: `hasSuccess`, `isJudged` (one of them says something of the endpoint) and `count` (how many do).
 * @param today - an expression for the day in UTC.
 */
export const healthAfter = (lane: string, results: string, today: string): string => `
    "failuresInARow" = CASE WHEN ${results}."hasSuccess" THEN 0
      ELSE LEAST(${lane}."failuresInARow" + ${results}."count", 1000000) END,
    "failingSince" = CASE WHEN ${results}."hasSuccess" THEN NULL
      WHEN ${results}."isJudged" THEN COALESCE(${lane}."failingSince", service_now()) ELSE ${lane}."failingSince" END,
    "isFailingTold" = ${lane}."isFailingTold" AND NOT ${results}."hasSuccess",
    "failedDays" = CASE WHEN ${results}."hasSuccess" THEN 0
      WHEN ${results}."isJudged" AND ${lane}."lastFailedDay" IS DISTINCT FROM ${today} THEN ${lane}."failedDays" + 1
      ELSE ${lane}."failedDays" END,
    "lastFailedDay" = CASE WHEN ${results}."hasSuccess" THEN NULL WHEN ${results}."isJudged" THEN ${today}
      ELSE ${lane}."lastFailedDay" END`;

const hasFailedFor = (lane: string, hours: string): string =>
  `${lane}."failingSince" < (SELECT service_now()) - make_interval(hours => ${hours})`;

/** Whether `webhook.failing` is due: `isFailing` of the domain. @param hours - an expression. */
export const isFailing = (lane: string, hours: string): string =>
  `${hasFailedFor(lane, hours)} AND NOT ${lane}."isFailingTold"`;

/** Whether an endpoint is to be disabled: `isDisableDue` of the domain. `hours` and `days` are expressions. */
export const isDisableDue = (lane: string, { hours, days }: { hours: string; days: string }): string =>
  `${hasFailedFor(lane, hours)} AND ${lane}."failedDays" >= ${days}`;
