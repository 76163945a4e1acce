import type { Client } from 'pg';
import type { BenchApp } from '../requests.ts';
import { seedIntents } from '../seed-intents.ts';

/** Rows of the sample: in `intents`, in one partition of the archive, and signatures of the last minutes. */
export const SAMPLE = { hot: 100_000, archived: 50_000, signed: 20_000 };
/** The month of the archive that has them: this one, to which the mover adds. */
export const SAMPLE_MONTH = new Date().toISOString().slice(0, 7).replace('-', '');

/**
 * Fills `intents` with those of the last 30 days, and this month of the archive; each with a key and two
 * labels: one of a thousand batches, and one that all have.
 */
export async function seedSample(client: Client, apps: readonly BenchApp[]): Promise<void> {
  const ofFirstApp = SAMPLE.hot / 2;
  await seedIntents(client, apps, { ofFirstApp, ofOthers: ofFirstApp / (apps.length - 1) });
  // The months of the archive begin with the oldest intent.
  await client.query(
    `UPDATE "intents" SET "id" = 'int_019a3d' || right("id", 26), "createdAt" = '2025-11-02'
     WHERE "id" = (SELECT min("id") FROM "intents")`,
  );
  await client.query('SELECT "prepare_archive_months"(0)');
  await client.query(ARCHIVE, [SAMPLE.archived]);
  await client.query(
    `INSERT INTO "archived_keys" SELECT "appId", "idempotencyKey", "id" FROM "archived_intents"`,
  );
  await client.query(LABEL);
  await client.query(SIGN, [SAMPLE.signed]);
  await client.query('VACUUM ANALYZE');
}

const ARCHIVE = `
  INSERT INTO "archived_intents"
  SELECT moved.* FROM (SELECT * FROM "intents" ORDER BY md5("id") LIMIT $1) AS i
    CROSS JOIN LATERAL (SELECT date_trunc('month', now()) + random() * (now() - date_trunc('month', now())) AS at) AS times
    CROSS JOIN LATERAL jsonb_populate_record(NULL::"archived_intents", to_jsonb(i) || jsonb_build_object(
      'id', 'int_' || lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || right(i."id", 20),
      'createdAt', at, 'updatedAt', at, 'submittedAt', at, 'completedAt', at, 'archivedAt', at + interval '1 day',
      'idempotencyKey', 'key ' || md5(i."id"), 'isMoved', true, 'timeline', (
        SELECT jsonb_agg(jsonb_build_object('id', n, 'intentId', i."id", 'appId', i."appId", 'type', 'intent.processing',
          'at', at, 'status', i."status", 'version', n)) FROM generate_series(1, 4) AS n))) AS moved`;

const LABEL = `
  INSERT INTO "intent_labels" ("appId", "key", "value", "createdAt", "id")
  SELECT i."appId", label."key", label."value", i."createdAt", i."id"
  FROM (SELECT "appId", "createdAt", "id" FROM "intents"
    UNION ALL SELECT "appId", "createdAt", "id" FROM "archived_intents") AS i
  CROSS JOIN LATERAL (VALUES ('batch', left(md5(i."id"), 2)), ('site', 'x')) AS label("key", "value")`;

const SIGN = `
  INSERT INTO "signed_creates" ("appId", "signature", "idempotencyKey", "intentId", "createdAt")
  SELECT "appId", md5("id") || md5("appId"), "idempotencyKey", "id", now() FROM "intents" LIMIT $1`;

/** Makes the months of the archive up to so many, as the service would have over the years. */
export async function prepareMonths(client: Client, months: number): Promise<string[]> {
  await client.query(`CREATE OR REPLACE FUNCTION "service_now"() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT timestamptz ''2025-11-15'' + interval ''${months - 1} months'''`);
  await client.query('SELECT "prepare_archive_months"(0)');
  await client.query(`CREATE OR REPLACE FUNCTION "service_now"() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT clock_timestamp()'`);
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits JOIN pg_class AS c ON c.oid = inhrelid
     WHERE inhparent = '"archived_intents"'::regclass AND c.relname ~ '_[0-9]{6}$' 
     ORDER BY c.relname <> $2, 1 LIMIT $1`,
    [months, `archived_intents_${SAMPLE_MONTH}`],
  );
  return rows.map(({ name }) => name);
}
