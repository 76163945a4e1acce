import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../apps/server/src/postgres/embedded/embedded-postgres.ts';
import { migrateDatabase, withClient } from '../../apps/server/src/postgres/migrations/migrate.ts';

/** A connection to a database. */
export type DatabaseClient = Parameters<Parameters<typeof withClient>[1]>[0];

/** Opens a database for `use` that the migrations have created from nothing, in a temporary Postgres. */
export async function withMigratedDatabase<T>(
  migrationsDir: string,
  use: (client: DatabaseClient) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'check-schema-'));
  chmodSync(dir, 0o755);
  try {
    const postgres = await startEmbeddedPostgres({ dir, log: () => {} });
    try {
      await migrateDatabase(postgres.url(), migrationsDir);
      return await withClient(postgres.url(), use);
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
}
