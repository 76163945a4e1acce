import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/postgres/embedded/embedded-postgres.ts';
import { ensureDatabase, migrateDatabase } from '../../src/postgres/migrations/migrate.ts';
import { MIGRATIONS_DIR } from '../../src/open-database.ts';
import { findPgbouncer } from './pgbouncer.ts';
import { findRedisServer } from './redis-server.ts';

export const TEMPLATE_DATABASE = 'template_migrated';

declare module 'vitest' {
  export interface ProvidedContext {
    adminUrl: string;
    /** Program of a Redis or Valkey; null where none can be had. */
    redisProgram: string | null;
    /** Program of PgBouncer; null where it cannot be had. */
    pgbouncerProgram: string | null;
  }
}

/** One real Postgres for the whole run, with a migrated database that every test file copies. */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  // What the root provides, every project gets: the first one that needs Postgres starts it.
  const root = vitest.getRootProject();
  if ('adminUrl' in root.getProvidedContext()) return undefined;
  const dir = mkdtempSync(join(tmpdir(), 'procurement-test-'));
  // As root, Postgres runs under another account, which must get in.
  chmodSync(dir, 0o755);
  const settings = {
    // No test outlives a crash of this server.
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    // Tests find statements that wait by their text, whole.
    track_activity_query_size: '16kB',
  };
  const postgres = await startEmbeddedPostgres({ dir, settings, log: () => undefined });
  await ensureDatabase(postgres.url(), TEMPLATE_DATABASE);
  await migrateDatabase(postgres.url(TEMPLATE_DATABASE), MIGRATIONS_DIR);
  root.provide('redisProgram', findRedisServer());
  root.provide('pgbouncerProgram', findPgbouncer());
  root.provide('adminUrl', postgres.url());
  return async () => {
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}
