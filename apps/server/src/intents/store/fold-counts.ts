import type { Database } from '../../postgres/database.ts';

/** Changes of totals that one statement folds at most: some 50 ms of the database. */
export const FOLDED_AT_ONCE = 5000;

const FOLD = `SELECT "fold_intent_counts"(${FOLDED_AT_ONCE}) AS "folded"`;

/**
 * Sums the oldest changes of totals into a row for each App, status and platform, and answers how many they were. It takes
 * the rows that nobody holds; a list sees all of it or nothing.
 */
export async function foldCounts(database: Pick<Database, 'rows'>): Promise<number> {
  const [row] = await database.rows<{ folded: bigint }>(FOLD);
  return Number(row?.folded ?? 0);
}
