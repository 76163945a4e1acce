import { describeDatabase } from '../database/describe-database.ts';
import { describeSchema } from '../database/describe-schema.ts';
import type { DatabaseClient } from '../database/migrated-database.ts';

/**
 * The differences between a Prisma schema and a migrated database, one per line; empty when they agree. Validates the
 * schema, and compares tables, columns (type, nullability, presence of a default), enums, primary keys, indexes (columns,
 * order, uniqueness, method) and foreign keys with their rules.
 *
 * Not compared: the values of defaults, names of indexes and constraints, and what a schema cannot express; see
 * `readDefinitions`. Implicit many-to-many tables are not supported.
 */
export async function findDrift(schemaFile: string, client: DatabaseClient): Promise<string[]> {
  const [wanted, found] = await Promise.all([describeSchema(schemaFile), describeDatabase(client)]);
  return [
    ...[...wanted.difference(found)].map((fact) => `only in the schema:     ${fact}`),
    ...[...found.difference(wanted)].map((fact) => `only in the migrations: ${fact}`),
  ].sort();
}
