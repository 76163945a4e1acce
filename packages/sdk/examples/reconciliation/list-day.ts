import { COST_FIELDS, type ProcurementIntents } from '@procurement-intents/sdk';

const DAY_MS = 24 * 60 * 60 * 1000;
const FIELDS = [
  ...COST_FIELDS,
  'idempotencyKey',
  'orderId',
  'failureCode',
  'createdAt',
  'completedAt',
] as const;

/**
 * The intents around a day (`2026-11-21`, UTC), page after page. An order that the shop booked shortly before midnight may
 * have reached the service after it, or the other way round, so the days beside it are read too.
 */
export function listDay(client: ProcurementIntents, day: string) {
  const around = (days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
  return client.intents.list({
    startDate: around(-1),
    endDate: around(1),
    sortBy: 'createdAt',
    order: 'asc',
    pageSize: 100,
    fields: FIELDS,
  });
}

/** An intent as {@link listDay} lists it. */
export type ListedPurchase = ReturnType<typeof listDay> extends AsyncIterable<infer Item> ? Item : never;
