import { Client, escapeIdentifier } from 'pg';
import {
  applyAtOnce,
  applyStep,
  type MigrationTimeouts,
  type Report,
  withRetries,
} from './apply-migration.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { withLock, PRISMA_LOCK_ID, RUNNER_LOCK_ID } from './migration-locks.ts';
import { createRecord, findPending, recordEnd, recordStart } from './migration-record.ts';

// A host that does not answer must fail the start, not block it.
const CONNECT_TIMEOUT_MS = 10_000;
const DUPLICATE_DATABASE = '42P04';
const UNIQUE_VIOLATION = '23505';

// The time limits of a role are for its queries; an index build or a pause may take longer.
const SESSION = `SELECT set_config(name, '0', false) FROM pg_settings
  WHERE name IN ('statement_timeout', 'transaction_timeout', 'idle_session_timeout')`;

const TIMEOUTS: MigrationTimeouts = {
  // Longer than most index builds; the supervisor restarts a process that gives up.
  processMs: 600_000,
  tableLockMs: 10_000,
  concurrentStepMs: 600_000,
  // 5 minutes with the waits: time for a long report to end, or for a person to end it.
  pausesMs: [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000, 30_000, 30_000],
};

/** The waits of a run, and who is notified of them. */
export interface MigrationOptions {
  timeouts?: Partial<MigrationTimeouts>;
  /** Receives a line for each attempt that was blocked by a lock. */
  report?: Report;
}

/**
 * Brings the database to the migrations in `migrationsDir` (Prisma's layout) and writes them into Prisma's own table.
 * Several processes may start at once: one migrates, the others wait and find nothing to do. A migration of a newer
 * release may stand there already: it only adds, so this release serves on it.
 *
 * Each migration is one transaction together with its row in the table, so a failure or a kill leaves no trace and
 * the next start tries again. One whose first line is `-- outside a transaction` runs statement by statement; every
 * statement must do nothing when it is repeated, because the next start resumes a broken run from the first one.
 *
 * A migration waits 10 s at most for a table, then lets the writers behind it pass and tries again, for 5 minutes.
 *
 * @returns the names applied now, in order.
 *
 * @throws Error when an applied migration was edited, is unknown and no newer one, or failed under Prisma's command
 *   line, and when a migration fails (with Postgres's error as `cause`).
 */
export async function migrateDatabase(
  connectionString: string,
  migrationsDir: string,
  { timeouts: changes, report = () => undefined }: MigrationOptions = {},
): Promise<string[]> {
  const migrations = readMigrations(migrationsDir);
  const timeouts = { ...TIMEOUTS, ...changes };
  return withClient(connectionString, async (client) => {
    await client.query(SESSION);
    const lock = { id: RUNNER_LOCK_ID, waitMs: timeouts.processMs };
    return withLock(client, lock, () => applyPending(client, migrations, { timeouts, report }));
  });
}

type MigrationRun = Required<MigrationOptions> & { timeouts: MigrationTimeouts };

async function applyPending(
  client: Client,
  migrations: readonly Migration[],
  run: MigrationRun,
): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    const stepwise = await withRetries(run, () => applyTransactions(client, migrations, { ...run, applied }));
    if (stepwise === null) return applied;
    for (const step of stepwise.steps ?? [])
      await withRetries(run, () => applyStep(client, stepwise, { ...run, step }));
    await recordEnd(client, stepwise);
    applied.push(stepwise.name);
  }
}

/**
 * Applies what is pending up to the first migration that has steps, whose start it records. Under Prisma's lock, which
 * is free in the pauses between two attempts: a process of the release before may want to start.
 */
function applyTransactions(
  client: Client,
  migrations: readonly Migration[],
  { timeouts, applied }: MigrationRun & { applied: string[] },
): Promise<Migration | null> {
  return withLock(client, { id: PRISMA_LOCK_ID, waitMs: timeouts.processMs }, async () => {
    await createRecord(client);
    for (const migration of await findPending(client, migrations)) {
      if (migration.steps) {
        await recordStart(client, migration);
        return migration;
      }
      await applyAtOnce(client, migration, timeouts);
      applied.push(migration.name);
    }
    return null;
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

/** Opens one connection for `use`, and closes it. */
export async function withClient<T>(
  connectionString: string,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A firewall forgets a connection that says nothing while an index is built.
    keepAlive: true,
  });
  client.on('error', () => {}); // a lost connection also rejects the query under way
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
