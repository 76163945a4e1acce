// The count starts again after 11 days of attempts that are 30 s apart.
const COUNTS = 32_768;
// One less than fits into the column, so that the release before, which only counts up, does not overflow it.
const DRAWS = 65_535;

/**
 * SQL for the number of a row's next attempt: a count in the low bits and a random number above it. A failover that lost
 * the last claims repeats the count, while an attempt from before the failover may still use it.
 */
export const nextAttemptNumber = (column: string): string =>
  `((${column} + 1) % ${COUNTS} + ${COUNTS} * floor(random() * ${DRAWS})::int)`;

/** The number of attempts of a row, from the number of its last attempt. */
export const countAttempts = (attempt: number): number => attempt % COUNTS;
