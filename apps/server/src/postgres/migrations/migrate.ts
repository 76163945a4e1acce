import { Client, escapeIdentifier } from 'pg';
import {
  applyAtOnce,
  applyStep,
  type MigrationTimeouts,
  type Report,
  withRetries,
} from './apply-migration.ts';
import { isUniqueViolation } from '../database-errors.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { withLock } from './migration-locks.ts';
import { createRecord, findPending, recordEnd, recordStart } from './migration-record.ts';

// A host without an answer must fail the start instead of blocking it.
const CONNECT_TIMEOUT_MS = 10_000;
const DUPLICATE_DATABASE = '42P04';

// The time limits of a role are for its queries; an index build or a pause may take longer.
const SESSION = `SELECT set_config(name, '0', false) FROM pg_settings
  WHERE name IN ('statement_timeout', 'transaction_timeout', 'idle_session_timeout')`;

const TIMEOUTS: MigrationTimeouts = {
  // Longer than most index builds. A process that gives up is restarted by its supervisor.
  processMs: 600_000,
  tableLockMs: 10_000,
  concurrentStepMs: 600_000,
  // 5 minutes with the lock timeouts: enough for a long report to end.
  pausesMs: [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000, 30_000, 30_000],
};

/** The time limits of a migration, and its report. */
export interface MigrationOptions {
  timeouts?: Partial<MigrationTimeouts>;
  /** Receives a line for each attempt that was blocked by a lock. */
  report?: Report;
}

/**
 * Applies the pending migrations in `migrationsDir` (Prisma's layout) and records them in Prisma's table. Several
 * processes may call it at once: one migrates, the others wait. Applied migrations of a newer release are accepted,
 * because migrations only add.
 *
 * A migration and its record are one transaction, so a failure leaves no trace. A migration whose first line is
 * `-- outside a transaction` runs statement by statement. Its statements must have no effect when repeated, because the
 * next start repeats all of them after a failure.
 *
 * A migration waits up to 10 s for the lock of a table, then lets the waiting writers pass, and is repeated for 5 minutes.
 *
 * @returns the names applied now, in order.
 *
 * @throws Error when an applied migration was edited, failed under Prisma's command line, or is unknown without being
 *   newer, and when a migration fails (with Postgres's error as `cause`).
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
    const lock = { id: ADVISORY_LOCKS.migrationRunner, waitMs: timeouts.processMs };
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
 * Applies the pending migrations up to the first one with steps, whose start it records. Holds Prisma's lock, but not in
 * the pauses between two attempts, so that a process of the previous release can start.
 */
function applyTransactions(
  client: Client,
  migrations: readonly Migration[],
  { timeouts, applied }: MigrationRun & { applied: string[] },
): Promise<Migration | null> {
  return withLock(client, { id: ADVISORY_LOCKS.prisma, waitMs: timeouts.processMs }, async () => {
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
      if (code !== DUPLICATE_DATABASE && !isUniqueViolation(error)) throw error; // another process was faster
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
    // A firewall could drop a connection that is silent during an index build.
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
