import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { builtIndexOf, type Migration } from './migration-files.ts';
import { recordStatement } from './migration-record.ts';

/** The time limits of a migration, in milliseconds. */
export interface MigrationTimeouts {
  /** For the lock of another process that migrates. */
  processMs: number;
  /** For the lock of a table. Writers of the table queue behind the migration meanwhile. */
  tableLockMs: number;
  /** For the end of older transactions. A concurrent step waits for them without blocking others. */
  concurrentStepMs: number;
  /** Between two attempts. A migration that is still blocked after the last pause fails. */
  pausesMs: readonly number[];
}

export type Report = (line: string) => void;

/** Postgres refused a migration. */
class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly migration: string;
  /** Another session held a lock, so another attempt may succeed. */
  readonly isTransient: boolean;

  constructor(migration: string, cause: Error & { code?: string }) {
    super(`migration ${migration} failed: ${cause.message}`, { cause });
    this.migration = migration;
    this.isTransient = LOCKED_STATES.has(cause.code ?? '');
  }
}

// Lock timeout and deadlock: both end when the other session releases its lock.
const LOCKED_STATES = new Set(['55P03', '40P01']);
const IS_INVALID = 'SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid';

/** Applies a migration and its record in one transaction. */
export async function applyAtOnce(
  client: Client,
  migration: Migration,
  timeouts: MigrationTimeouts,
): Promise<void> {
  await setLockTimeout(client, timeouts.tableLockMs);
  // A simple query with several statements is one transaction.
  await withMigrationName(migration, () => client.query(`${recordStatement(migration)};\n${migration.sql}`));
}

/** Runs one step of a migration outside a transaction block. */
export async function applyStep(
  client: Client,
  migration: Migration,
  { step, timeouts }: { step: string; timeouts: MigrationTimeouts },
): Promise<void> {
  const isConcurrent = /\bCONCURRENTLY\b/i.test(step);
  await setLockTimeout(client, isConcurrent ? timeouts.concurrentStepMs : timeouts.tableLockMs);
  await withMigrationName(migration, async () => {
    await dropUnfinishedIndex(client, step);
    await client.query(step);
  });
}

/** Repeats `work` with pauses while a lock makes it fail. Each migration has its own count of failures. */
export async function withRetries<T>(
  { timeouts, report }: { timeouts: MigrationTimeouts; report: Report },
  work: () => Promise<T>,
): Promise<T> {
  let failures = 0;
  let last: string | null = null;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MigrationError) || !error.isTransient) throw error;
      failures = error.migration === last ? failures + 1 : 1;
      last = error.migration;
      const pauseMs = timeouts.pausesMs[failures - 1];
      if (pauseMs === undefined) throw error;
      report(`${error.message}; next attempt in ${pauseMs / 1000} s`);
      await delay(pauseMs);
    }
  }
}

/** Drops an invalid index of a failed build, which IF NOT EXISTS would keep. */
async function dropUnfinishedIndex(client: Client, step: string): Promise<void> {
  const index = builtIndexOf(step);
  if (index === null) return;
  const { rowCount } = await client.query(IS_INVALID, [index]);
  if (rowCount) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
}

async function setLockTimeout(client: Client, ms: number): Promise<void> {
  await client.query(`SET lock_timeout = ${ms}`);
}

async function withMigrationName({ name }: Migration, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new MigrationError(name, error as Error);
  }
}
