import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { migrateJobSchema } from '../queue/job-schema.ts';
import { GROWING_TABLES } from './growing-tables.ts';
import { withClient } from './migrate.ts';

// They grow with the number of Apps and platforms.
const SMALL_TABLES = ['_prisma_migrations', 'app_registry', 'app_secrets', 'apps', 'order_feeds'];

it('knows every table that grows, under the name of an existing relation', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  await migrateJobSchema(database.url);
  await withClient(database.url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    );
    const ours = GROWING_TABLES.map(({ relation }) => relation).filter((name) => !name.includes('.'));
    expect([...ours, ...SMALL_TABLES].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
    const relations = GROWING_TABLES.map(({ relation }) => relation);
    const missing = await client.query(
      'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NULL',
      [relations],
    );
    expect(missing.rows).toEqual([]);
  });
});
