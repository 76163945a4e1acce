import type { Client } from 'pg';
import type { BenchApp } from './requests.ts';

export interface SeedSize {
  /** No peer works on it, so that no copy is made for them. */
  isOursAlone?: true;
  /** Intents of the first App, whose lists are read. */
  ofFirstApp: number;
  /** Intents of every other App. */
  ofOthers: number;
}

const CHUNK = 250_000;

/**
 * Fills the table with intents that have ended, over the last 30 days. Triggers see every row; the indexes are built
 * behind the rows, which takes a third of the time.
 */
export async function seedIntents(client: Client, apps: readonly BenchApp[], size: SeedSize): Promise<void> {
  const [first, ...others] = apps.map(({ id }) => id);
  const total = size.ofFirstApp + size.ofOthers * others.length;
  if (total === 0) return;
  const { rows: indexes } = await client.query<{ name: string; make: string }>(
    `SELECT indexname AS name, indexdef AS make FROM pg_indexes
     WHERE tablename = 'intents' AND schemaname = 'public' AND indexname <> 'intents_pkey'`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`);
  for (let from = 0; from < total; from += CHUNK) {
    const to = Math.min(from + CHUNK, total) - 1;
    await client.query(INSERT_INTENTS, [from, to, total, size.ofFirstApp, first, others]);
  }
  for (const { make } of indexes) await client.query(make);
  await client.query(`INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "type", "at", "to")
    SELECT "id", "appId", 'SUBMITTED', 1, 'intent.submitted', "createdAt", 'SUBMITTED' FROM "intents"`);
  await client.query('VACUUM ANALYZE');
}

const INSERT_INTENTS = `
  INSERT INTO "intents" ("id", "appId", "userId", "platform", "productUrl", "title", "priceFen", "quantity",
    "totalFen", "recipientName", "address", "phone", "status", "version", "idempotencyKey", "requestHash",
    "createdAt", "updatedAt", "submittedAt")
  SELECT id, CASE WHEN n < $4::int THEN $5::text ELSE ($6::text[])[1 + n % cardinality($6::text[])] END,
    'user_' || n % 1000, ('{PLATFORM_A,PLATFORM_B,PLATFORM_C}'::"Platform"[])[1 + n % 3],
    'https://item.shop-a.example/' || n, '无线鼠标 ' || n, 100 + n % 50000, 1 + n % 3,
    (100 + n % 50000) * (1 + n % 3), '张三', '北京市朝阳区建国路 88 号', '13800138000',
    CASE n % 20 WHEN 0 THEN 'FAILED' WHEN 1 THEN 'CANCELLED' ELSE 'COMPLETED' END::"IntentStatus",
    3, 'signature ' || md5(n::text) || md5(id), md5(id), at, at, at
  FROM generate_series($1::int, $2::int) AS n,
    LATERAL (SELECT date_trunc('milliseconds', now() - interval '30 days' * (1 - n / $3::float8)) AS at) AS times,
    LATERAL (SELECT 'int_' || lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7'
      || left(md5(n::text), 19) AS id) AS ids`;

/** Ids of intents with their owners, some of each App but the first. */
export async function pickIntents(client: Client, count: number): Promise<{ id: string; appId: string }[]> {
  const { rows } = await client.query<{ id: string; appId: string }>(
    'SELECT "id", "appId" FROM "intents" WHERE "appId" <> $1 ORDER BY md5("id") LIMIT $2',
    [await firstAppId(client), count],
  );
  return rows;
}

async function firstAppId(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>('SELECT min("id") AS id FROM "apps"');
  return rows[0]?.id;
}
