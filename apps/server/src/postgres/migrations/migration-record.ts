import { randomUUID } from 'node:crypto';
import { type Client, escapeLiteral } from 'pg';
import type { Migration } from './migration-files.ts';

interface AppliedMigration {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  logs: string | null;
}

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;
const HAS_TABLE = `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "hasTable"`;
const APPLIED = `SELECT migration_name, checksum, finished_at, logs FROM _prisma_migrations
  WHERE rolled_back_at IS NULL`;
// Distinguishes an unfinished migration of this runner from one that failed under Prisma's command line.
const RESUMABLE =
  'Runs outside a transaction. The next start of the service or of "npm run migrate" resumes it.';
const OPEN_ROW = 'migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL';

/** Creates Prisma's table if it does not exist. */
export async function createRecord(client: Client): Promise<void> {
  await client.query(CREATE_TABLE);
}

/**
 * The migrations that have not ended in this database, in order. Reads only.
 *
 * @throws Error when an applied migration was edited, failed under Prisma's command line, or is unknown without being
 *   newer.
 */
export async function findPending(client: Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows: tables } = await client.query<{ hasTable: boolean }>(HAS_TABLE);
  if (!tables[0]?.hasTable) return [...migrations];
  const { rows } = await client.query<AppliedMigration>(APPLIED);
  const ended = rows.filter((row) => row.finished_at !== null || row.logs !== RESUMABLE);
  for (const row of ended) checkApplied(row, migrations);
  const names = new Set(ended.map((row) => row.migration_name));
  return migrations.filter(({ name }) => !names.has(name));
}

function checkApplied(applied: AppliedMigration, migrations: readonly Migration[]): void {
  const name = applied.migration_name;
  const known = migrations.find((migration) => migration.name === name);
  if (!known) {
    // A newer release has migrated during a rolling deploy, or before a rollback. Only it knows this migration.
    if (name > (migrations.at(-1)?.name ?? '')) return;
    throw new Error(`the database has migration ${name}, which this release does not know`);
  }
  if (!applied.finished_at) {
    throw new Error(`migration ${name} failed earlier; repair it and mark it with "prisma migrate resolve"`);
  }
  if (known.checksum !== applied.checksum)
    throw new Error(`migration ${name} was edited after it was applied`);
}

/** The statement that records a migration as applied, for the transaction that applies it. */
export function recordStatement({ name, checksum }: Migration): string {
  const values = [randomUUID(), checksum, name].map(escapeLiteral).join(', ');
  return `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES (${values}, now(), 1)`;
}

/** Records the start of a migration with steps, or its resumption. */
export async function recordStart(client: Client, { name, checksum }: Migration): Promise<void> {
  const again = `UPDATE _prisma_migrations SET checksum = $2, started_at = now() WHERE ${OPEN_ROW}`;
  const { rowCount } = await client.query(again, [name, checksum]);
  if (rowCount) return;
  await client.query(
    'INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ($1, $2, $3, $4)',
    [randomUUID(), checksum, name, RESUMABLE],
  );
}

/** Records the end of a migration with steps. */
export async function recordEnd(client: Client, { name }: Migration): Promise<void> {
  await client.query(
    `UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1, logs = NULL WHERE ${OPEN_ROW}`,
    [name],
  );
}
