import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

interface AppliedMigration {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

/** Prisma's own lock, so that its command line and this runner exclude each other too. */
const PRISMA_LOCK_ID = 72_707_369;
// Longer than any migration should hold up the start of another process.
const LOCK_TIMEOUT_SECONDS = 120;
const TABLE_LOCK_SECONDS = 10;
// A database host that does not answer should say so at the start, not hang it.
const CONNECT_TIMEOUT_MS = 10_000;
const DUPLICATE_DATABASE = '42P04';
const UNIQUE_VIOLATION = '23505';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Brings the database to the migrations in `migrationsDir` (Prisma's layout) and writes them into Prisma's own table.
 * Several processes may start at once: one migrates, the others wait and find nothing to do.
 *
 * Each migration is one transaction together with its row in the table, so a failure or a kill leaves no trace and
 * the next start tries again. A statement that Postgres refuses inside a transaction cannot be used.
 *
 * @returns the names applied now, in order.
 * A migration of a newer release may stand there already: it only adds, so this release serves on it.
 *
 * @throws Error when an applied migration was edited, is unknown and no newer one, or failed under Prisma's command
 *   line, and when a migration fails (with Postgres's error as `cause`).
 */
export async function migrateDatabase(connectionString: string, migrationsDir: string): Promise<string[]> {
  const migrations = readMigrations(migrationsDir);
  return withClient(connectionString, async (client) => {
    await takeLock(client);
    await client.query(`CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
      migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
      started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`);
    const { rows } = await client.query<AppliedMigration>(
      'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    );
    for (const applied of rows) checkApplied(applied, migrations);

    const names = new Set(rows.map((row) => row.migration_name));
    const pending = migrations.filter(({ name }) => !names.has(name));
    for (const migration of pending) await applyMigration(client, migration);
    return pending.map(({ name }) => name);
  });
}

/** Creates the database `name` on the server of `adminUrl`, unless it exists. Safe to call at once from several processes. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return;
    try {
      await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== DUPLICATE_DATABASE && code !== UNIQUE_VIOLATION) throw error; // another process was faster
    }
  });
}

async function withClient<T>(connectionString: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {}); // a lost connection also rejects the query under way
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function readMigrations(dir: string): Migration[] {
  const names = readdirSync(dir).filter((name) => existsSync(join(dir, name, 'migration.sql')));
  return names.sort().map((name) => {
    const bytes = readFileSync(join(dir, name, 'migration.sql'));
    return { name, sql: bytes.toString(), checksum: createHash('sha256').update(bytes).digest('hex') };
  });
}

async function takeLock(client: Client): Promise<void> {
  await client.query(`SET lock_timeout = '${LOCK_TIMEOUT_SECONDS}s'`);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK_ID]);
  } catch (cause) {
    if ((cause as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw cause;
    throw new Error(`another process has been migrating this database for over ${LOCK_TIMEOUT_SECONDS} s`, {
      cause,
    });
  }
  // Behind somebody's long statement, writers would queue up after a migration: it rather fails, and the next start
  // tries again.
  await client.query(`SET lock_timeout = '${TABLE_LOCK_SECONDS}s'`);
}

function checkApplied(applied: AppliedMigration, migrations: Migration[]): void {
  const name = applied.migration_name;
  const known = migrations.find((migration) => migration.name === name);
  if (!known) {
    // A deploy that is rolling, or was rolled back. Whether that one has finished is for the newer release to say.
    if (name > (migrations.at(-1)?.name ?? '')) return;
    throw new Error(`the database has migration ${name}, which this release does not know`);
  }
  if (!applied.finished_at) {
    throw new Error(`migration ${name} failed earlier; repair it and mark it with "prisma migrate resolve"`);
  }
  if (known.checksum !== applied.checksum)
    throw new Error(`migration ${name} was edited after it was applied`);
}

async function applyMigration(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  const values = [randomUUID(), checksum, name].map(escapeLiteral).join(', ');
  const record = `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES (${values}, now(), 1)`;
  try {
    // One simple query is one implicit transaction: the row and the change appear together or not at all.
    await client.query(`${record};\n${sql}`);
  } catch (cause) {
    throw new Error(`migration ${name} failed: ${(cause as Error).message}`, { cause });
  }
}
