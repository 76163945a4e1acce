import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../apps/server/src/postgres/embedded/embedded-postgres.ts';
import { migrateDatabase } from '../apps/server/src/postgres/migrate.ts';
import { describeDatabase } from './describe-database.ts';
import { describeSchema } from './describe-schema.ts';

/**
 * The differences between a Prisma schema and the database that its migrations create, one per line; empty when they
 * agree. Validates the schema, applies the migrations to a temporary Postgres, and compares tables, columns (type,
 * nullability, presence of a default), enums, primary keys, indexes (columns, order, uniqueness, method) and foreign
 * keys with their rules.
 *
 * Not compared: the values of defaults, names of indexes and constraints, operator classes, and what a schema cannot
 * express (partial and expression indexes, checks, triggers, functions). Implicit many-to-many tables are not
 * supported.
 */
export async function findDrift(schemaFile: string, migrationsDir: string): Promise<string[]> {
  const [wanted, found] = await Promise.all([describeSchema(schemaFile), describeMigrations(migrationsDir)]);
  return [
    ...[...wanted.difference(found)].map((fact) => `only in the schema:     ${fact}`),
    ...[...found.difference(wanted)].map((fact) => `only in the migrations: ${fact}`),
  ].sort();
}

async function describeMigrations(migrationsDir: string): Promise<Set<string>> {
  const dir = mkdtempSync(join(tmpdir(), 'check-schema-'));
  chmodSync(dir, 0o755);
  try {
    const postgres = await startEmbeddedPostgres({ dir, log: () => {} });
    try {
      await migrateDatabase(postgres.url(), migrationsDir);
      return await describeDatabase(postgres.url());
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
}
