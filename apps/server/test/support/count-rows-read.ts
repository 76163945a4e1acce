import type { Database } from '../../src/postgres/database.ts';

/** Rows of intents, their counts, labels and archive that the only connection of the pool has read, by indexes or without. */
export async function countRowsRead(database: Pick<Database, '$queryRaw'>): Promise<number> {
  await database.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  const [row] = await database.$queryRaw<{ count: bigint }[]>`
    SELECT sum(seq_tup_read + idx_tup_fetch)::bigint AS count FROM pg_stat_user_tables
    WHERE relname IN ('intents', 'intent_counts', 'intent_labels') OR relname LIKE 'archived_intents%'`;
  return Number(row?.count);
}
