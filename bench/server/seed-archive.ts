import type { Client } from 'pg';
import type { BenchApp } from './requests.ts';

const CHUNK = 250_000;
const MONTHS = 12;

/**
 * Fills the archive with intents of the last twelve months, each with its key and a timeline. The indexes of the partitions are
 * built behind the rows.
 */
export async function seedArchive(client: Client, apps: readonly BenchApp[], count: number): Promise<void> {
  // The months of the archive begin with the oldest intent.
  await client.query(
    `UPDATE "intents" SET "createdAt" = at, "id" = 'int_' || lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || right("id", 20)
     FROM (SELECT GREATEST(now() - interval '${MONTHS} months', '2025-11-02') AS at) AS oldest WHERE "id" = (SELECT min("id") FROM "intents")`,
  );
  await client.query('SELECT "prepare_archive_months"(1)');
  const { rows: indexes } = await client.query<{ name: string; make: string }>(
    `SELECT indexname AS name, replace(indexdef, 'ON ONLY', 'ON') AS make FROM pg_indexes
     WHERE tablename = 'archived_intents' AND schemaname = 'public' AND indexname <> 'archived_intents_pkey'`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`);
  const ids = apps.map(({ id }) => id);
  for (let from = 0; from < count; from += CHUNK)
    await client.query(INSERT, [from, Math.min(from + CHUNK, count) - 1, count, ids]);
  for (const { make } of indexes) await client.query(make);
  await client.query(
    `INSERT INTO "archived_keys" SELECT "appId", "idempotencyKey", "id" FROM "archived_intents"`,
  );
  // Totals come from the counters.
  await client.query(
    `INSERT INTO "intent_counts" ("appId", "status", "platform", "isArchived", "total")
     SELECT "appId", "status", "platform", true, count(*) FROM "archived_intents" GROUP BY 1, 2, 3`,
  );
  await client.query('VACUUM ANALYZE');
}

const INSERT = `
  INSERT INTO "archived_intents" ("id", "appId", "userId", "platform", "productUrl", "title", "priceFen", "quantity",
    "totalFen", "recipientName", "address", "phone", "status", "version", "attempt", "idempotencyKey", "requestHash",
    "createdAt", "updatedAt", "submittedAt", "completedAt", "archivedAt", "isMoved", "timeline")
  SELECT id, ($4::text[])[1 + n % cardinality($4::text[])],
    'user_' || n % 1000, ('{PLATFORM_A,PLATFORM_B,PLATFORM_C}'::"Platform"[])[1 + n % 3],
    'https://item.shop-a.example/' || n, '无线鼠标 ' || n, 100 + n % 50000, 1, 100 + n % 50000, '张三',
    '北京市朝阳区建国路 88 号', '13800138000', 'COMPLETED', 4, 1, 'key ' || md5(n::text), md5(id), at, at, at, at,
    at + interval '1 day', true, jsonb_build_array(
      jsonb_build_object('id', n * 4 + 1, 'intentId', id, 'type', 'intent.submitted', 'at', at, 'to', 'SUBMITTED'),
      jsonb_build_object('id', n * 4 + 2, 'intentId', id, 'type', 'intent.processing', 'at', at, 'to', 'PROCESSING'),
      jsonb_build_object('id', n * 4 + 3, 'intentId', id, 'type', 'intent.completed', 'at', at, 'to', 'COMPLETED'))
  FROM generate_series($1::int, $2::int) AS n,
    LATERAL (SELECT date_trunc('milliseconds', now() - interval '31 days' - interval '330 days' * (1 - n / $3::float8)) AS at) AS times,
    LATERAL (SELECT 'int_' || lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '8'
      || left(md5(n::text), 19) AS id) AS ids`;

/** Ids of intents that have moved, with their owners. */
export async function pickArchived(client: Client, count: number): Promise<{ id: string; appId: string }[]> {
  const { rows } = await client.query<{ id: string; appId: string }>(
    'SELECT "id", "appId" FROM "archived_intents" TABLESAMPLE SYSTEM (5) ORDER BY md5("id") LIMIT $1',
    [count],
  );
  return rows;
}
