import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { ensureDatabase, migrateDatabase } from './migrate.ts';

const FIRST = 'CREATE TABLE widgets (id int PRIMARY KEY);\nCREATE INDEX ON widgets (id) -- no semicolon';
const SECOND = `ALTER TABLE widgets ADD COLUMN name text;
  CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.name := upper(NEW.name); RETURN NEW; END; $$;
  CREATE TRIGGER shout BEFORE INSERT ON widgets FOR EACH ROW EXECUTE FUNCTION shout();`;

let server: EmbeddedPostgres;
let serial = 0;
let url: string;
let dir: string;
const root = mkdtempSync(join(tmpdir(), 'migrate-'));

beforeAll(async () => {
  const serverDir = mkdtempSync(join(tmpdir(), 'migrate-postgres-'));
  chmodSync(serverDir, 0o755);
  server = await startEmbeddedPostgres({ dir: serverDir, log: () => {} });
  return async () => {
    await server.stop();
    rmSync(serverDir, { recursive: true });
  };
});
afterAll(() => rmSync(root, { recursive: true }));
beforeEach(async () => {
  serial += 1;
  await ensureDatabase(server.url(), `case_${serial}`);
  url = server.url(`case_${serial}`);
  dir = join(root, String(serial));
  mkdirSync(dir);
  writeFileSync(join(dir, 'migration_lock.toml'), 'provider = "postgresql"\n');
});

function write(name: string, sql: string): void {
  mkdirSync(join(dir, name), { recursive: true });
  writeFileSync(join(dir, name, 'migration.sql'), sql);
}

async function query(text: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

const migrate = () => migrateDatabase(url, dir);

test('applies what is missing, in order of name, and nothing the second time', async () => {
  write('20250102000000_second', SECOND);
  write('20250101000000_first', FIRST);
  expect(await migrate()).toEqual(['20250101000000_first', '20250102000000_second']);
  expect(await migrate()).toEqual([]);
  expect(await query(`INSERT INTO widgets VALUES (1, 'quiet') RETURNING name`)).toEqual([['QUIET']]);

  write('20250103000000_third', 'ALTER TABLE widgets ADD COLUMN size int');
  expect(await migrate()).toEqual(['20250103000000_third']);
});

test('waits 10 s for a table at most, so that writers wait behind a migration no longer', async () => {
  write('20250101000000_first', "CREATE TABLE waits AS SELECT current_setting('lock_timeout') AS longest");
  await migrate();
  expect(await query('SELECT longest FROM waits')).toEqual([['10s']]);
});

test("writes rows as Prisma's engine does: the checksum is the SHA-256 of the file", async () => {
  write('20250101000000_first', 'SELECT 1');
  await migrate();
  const rows = await query(`SELECT migration_name, checksum, finished_at >= started_at, applied_steps_count,
    rolled_back_at, logs, length(id) FROM _prisma_migrations`);
  const checksum = 'e004ebd5b5532a4b85984a62f8ad48a81aa3460c1ca07701f386135d72cdecf5';
  expect(rows).toEqual([['20250101000000_first', checksum, true, 1, null, null, 36]]);
});

test('several at once apply each migration once', async () => {
  write('20250101000000_first', `${FIRST}\n;SELECT pg_sleep(0.1)`);
  write('20250102000000_second', SECOND);
  const applied = await Promise.all([migrate(), migrate(), migrate(), migrate()]);
  expect(applied.flat()).toEqual(['20250101000000_first', '20250102000000_second']);
});

test('a failing migration is named, leaves nothing, keeps those before it and is tried again', async () => {
  write('20250101000000_first', FIRST);
  write('20250102000000_second', `${SECOND}\nSELECT 1 / 0;`);
  await expect(migrate()).rejects.toThrow('migration 20250102000000_second failed: division by zero');
  expect(
    await query(`SELECT column_name FROM information_schema.columns WHERE table_name = 'widgets'`),
  ).toEqual([['id']]);
  expect(await query('SELECT migration_name FROM _prisma_migrations')).toEqual([['20250101000000_first']]);

  write('20250102000000_second', SECOND);
  expect(await migrate()).toEqual(['20250102000000_second']);
});

test('a process that dies inside a migration leaves nothing, and the next one does it all', async () => {
  write('20250101000000_first', `${FIRST}\n;SELECT pg_terminate_backend(pg_backend_pid());`);
  await expect(migrate()).rejects.toThrow('migration 20250101000000_first failed');
  expect(await query('SELECT migration_name FROM _prisma_migrations')).toEqual([]);
  write('20250101000000_first', FIRST);
  expect(await migrate()).toEqual(['20250101000000_first']);
});

test('refuses a migration that was edited after it was applied', async () => {
  write('20250101000000_first', FIRST);
  await migrate();
  write('20250101000000_first', `${FIRST} and more`);
  await expect(migrate()).rejects.toThrow('migration 20250101000000_first was edited after it was applied');
});

test('serves on a database that a newer release has migrated, or is migrating', async () => {
  write('20250101000000_first', FIRST);
  write('20250102000000_second', SECOND);
  await migrate();
  rmSync(join(dir, '20250102000000_second'), { recursive: true });
  expect(await migrate()).toEqual([]);
  await query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%second'`);
  expect(await migrate()).toEqual([]);
});

test('refuses a migration that it does not know and that is no newer one', async () => {
  write('20250101000000_first', FIRST);
  write('20250102000000_second', SECOND);
  await migrate();
  rmSync(join(dir, '20250101000000_first'), { recursive: true });
  await expect(migrate()).rejects.toThrow(
    'has migration 20250101000000_first, which this release does not know',
  );
});

test("refuses a migration that failed under Prisma's command line, until it is marked as rolled back", async () => {
  write('20250101000000_first', FIRST);
  await migrate();
  write('20250102000000_second', SECOND);
  await query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'y', '20250102000000_second')`,
  );
  await expect(migrate()).rejects.toThrow('migration 20250102000000_second failed earlier');
  await query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id = 'x'`);
  expect(await migrate()).toEqual(['20250102000000_second']);
});

test('ensureDatabase creates a database once, whatever its name and however many ask', async () => {
  const name = 'my "odd" name';
  await Promise.all([1, 2, 3, 4].map(() => ensureDatabase(server.url(), name)));
  url = server.url(name);
  expect(await query('SELECT current_database()')).toEqual([[name]]);
});
