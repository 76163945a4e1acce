import type { Database } from './database.ts';

/** What a statement counted: `count` of its only row, 0 without one. */
export async function countOf(
  database: Pick<Database, 'rows'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const [row] = await database.rows<{ count: number }>(text, values);
  return row?.count ?? 0;
}
