import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { withClient } from './migrate.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { findPending } from './migration-record.ts';

const POLL_MS = 500;

/** The schema of the queue, which has migrations of its own. */
export interface QueueSchema {
  /** The version that this release needs. */
  version: number;
  /** The version in this database; null when it has none. */
  findVersion(client: Client): Promise<number | null>;
}

/**
 * Waits until another process has migrated tables and queue to the schema of this release or a newer one. Reads only.
 *
 * @returns the version of the queue's schema.
 *
 * @throws Error naming the first migration that is missing after `timeoutMs`, or when an applied migration was edited,
 *   failed, or is unknown without being newer.
 */
export async function awaitSchema(
  connectionString: string,
  migrationsDir: string,
  { queue, timeoutMs }: { queue: QueueSchema; timeoutMs: number },
): Promise<number> {
  const migrations = readMigrations(migrationsDir);
  const until = performance.now() + timeoutMs;
  return withClient(connectionString, async (client) => {
    for (;;) {
      const { jobSchema, missing } = await compareSchema(client, migrations, queue);
      if (missing === null) return jobSchema;
      if (performance.now() > until) {
        throw new Error(
          `the database still lacks ${missing} after ${timeoutMs / 1000} s: run "npm run migrate", or set MIGRATE_ON_START=true`,
        );
      }
      await delay(POLL_MS);
    }
  });
}

async function compareSchema(client: Client, migrations: readonly Migration[], queue: QueueSchema) {
  const [pending] = await findPending(client, migrations);
  const jobSchema = (await queue.findVersion(client)) ?? 0;
  const isQueueBehind = jobSchema < queue.version;
  const missing = pending ? `migration ${pending.name}` : isQueueBehind ? 'the schema of the queue' : null;
  return { jobSchema, missing };
}
