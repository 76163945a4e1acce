// The count begins again after 11 days of attempts that are 30 s apart.
const COUNTS = 32_768;
// One fewer than fit into the column, so that a release that only counts up never leaves it.
const DRAWS = 65_535;

/**
 * SQL of the number of a row's next attempt: a count, and a number drawn at random above it. A failover that lost the last
 * claims makes the count come again, while an attempt from before it may still hold that one.
 */
export const nextAttemptNumber = (column: string): string =>
  `((${column} + 1) % ${COUNTS} + ${COUNTS} * floor(random() * ${DRAWS})::int)`;

/** How many attempts a row has had, of the number of its last one. */
export const countAttempts = (attempt: number): number => attempt % COUNTS;
