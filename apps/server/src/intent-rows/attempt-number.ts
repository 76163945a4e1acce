// Enough for 11 days of attempts at 30 s; then the count starts again.
const COUNTS = 32_768;
// One less than fits into the column: the next number adds one to it, which must not overflow.
const DRAWS = 65_535;

/** SQL for a number of attempts with a random number above it. */
const drawn = (count: string): string => `(${count} + ${COUNTS} * floor(random() * ${DRAWS})::int)`;

/**
 * SQL for the number of a row's next attempt: a count in the low bits, a random number above it. After a failover that
 * lost the last claims the count repeats, and the random part tells the attempts apart.
 */
export const nextAttemptNumber = (column: string): string => drawn(`(${column} + 1) % ${COUNTS}`);

/**
 * SQL for the same number of attempts with another random part: writers that have read the row before have lost their fence,
 * also when a failover makes its version come again.
 */
export const redrawnAttemptNumber = (column: string): string => drawn(`${column} % ${COUNTS}`);

/** The number of attempts of a row, from the number of its last attempt. */
export const countAttempts = (attempt: number): number => attempt % COUNTS;
