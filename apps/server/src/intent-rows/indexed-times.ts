// Word by word as in the indexes of either side: Postgres uses these for no other expression.

/** SQL of when an intent ended, for archive days and for redaction. */
export const ENDED_AT = `COALESCE("completedAt", "cancelledAt", "updatedAt")`;

/**
 * SQL of when the order of an intent was first known, as `orders_idx` of either side has it. `placedAtOf`
 * (`order-of-intent.ts` of the domain) is the same: `rules-in-sql.test.ts` holds all to one answer.
 */
export const PLACED_AT = `COALESCE("orderAcceptedAt", "completedAt", "processingAt", "createdAt")`;
