import { LOOKUP_DELAYS_MS } from '@procurement-intents/domain';

/** SQL of the time of the first look for an order that may have been sent. */
export const FIRST_LOOKUP_AT = `"service_now"() + interval '${LOOKUP_DELAYS_MS[0]} ms'`;

export interface LookupsToSchedule {
  /** A query for what is owed, as it is named in `order_lookups`: intent, App, platform and merchant order number. */
  from: string;
  /** SQL of the time of the first look. Default: now. */
  dueAt?: string;
}

/** SQL that puts looks for late orders on record. The caller appends what happens where one is owed already: `DO ...`. */
export const scheduleLookups = ({ from, dueAt = '"service_now"()' }: LookupsToSchedule): string =>
  `INSERT INTO "order_lookups" ("intentId", "appId", "platform", "merchantOrderNo", "step", "dueAt", "createdAt")
    SELECT owed.*, 0, ${dueAt}, "service_now"() FROM (${from}) AS owed ON CONFLICT ("intentId")`;
