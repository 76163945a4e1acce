import { LOOKUP_DELAYS_MS } from '@procurement-intents/domain';
import { nextAttemptNumber } from './attempt-number.ts';

/** SQL for the time of the first look-up. */
export const FIRST_LOOKUP_AT = `"service_now"() + interval '${LOOKUP_DELAYS_MS[0]} ms'`;

/** The number of a look-up's next attempt: one in progress, which may have asked too early, can write nothing any more. */
export const NEXT_LOOKUP_ATTEMPT = nextAttemptNumber('"order_lookups"."attempt"');

/** What is done about look-ups that are scheduled already: they are made again, and soon. */
export const RENEW_LOOKUP = `DO UPDATE SET "dueAt" = LEAST("order_lookups"."dueAt", EXCLUDED."dueAt"),
      "cancelRequestedOrderId" = COALESCE(EXCLUDED."cancelRequestedOrderId", "order_lookups"."cancelRequestedOrderId"),
      "attempt" = ${NEXT_LOOKUP_ATTEMPT}`;

export interface LookupsToSchedule {
  /** A query for the intents, in the order of the columns: intent, App, platform, merchant order number, order whose
   * cancellation was sent. */
  from: string;
  /** SQL for the time of the first look-up. Default: now. */
  dueAt?: string;
}

/** SQL that schedules look-ups of late orders. The caller appends what to do about existing ones: `DO ...`. */
export const scheduleLookups = ({ from, dueAt = '"service_now"()' }: LookupsToSchedule): string =>
  `INSERT INTO "order_lookups" ("intentId", "appId", "platform", "merchantOrderNo", "cancelRequestedOrderId",
      "step", "dueAt", "createdAt")
    SELECT scheduled.*, 0, ${dueAt}, "service_now"() FROM (${from}) AS scheduled ON CONFLICT ("intentId")`;
