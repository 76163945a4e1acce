import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import packageJson from 'pg-boss/package.json' with { type: 'json' };

const HAS_VERSION = `SELECT to_regclass('pgboss.version') IS NOT NULL AS "hasVersion"`;
const POLL_MS = 500;

async function findVersion(client: Client): Promise<number | null> {
  const { rows: found } = await client.query<{ hasVersion: boolean }>(HAS_VERSION);
  if (!found[0]?.hasVersion) return null;
  const { rows } = await client.query<{ version: number }>('SELECT version FROM pgboss.version');
  return rows[0]?.version ?? null;
}

/** The schema version that the pg-boss of this release needs. */
export const JOB_SCHEMA = { version: packageJson.pgboss.schema, findVersion };

/**
 * Migrates the queue's schema to the version of this release; a newer version stays. Waits for the indexes that pg-boss
 * builds in the background, because processes without the right to build them would fail.
 */
export async function migrateJobSchema(connectionString: string): Promise<void> {
  const boss = new PgBoss({
    connectionString,
    max: 2,
    supervise: false,
    schedule: false,
    bamIntervalSeconds: 10,
  });
  let lastError: Error | null = null;
  boss.on('error', (error) => (lastError = error));
  await boss.start();
  try {
    for (;;) {
      const entries = await boss.getBamEntries();
      if (entries.every(({ status }) => status === 'completed')) return;
      if (entries.some(({ status }) => status === 'failed'))
        throw new Error('the queue could not build an index', { cause: lastError });
      await delay(POLL_MS);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
