import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../test/support/test-database.ts';
import { migrateJobSchema } from '../queue/job-schema.ts';
import { GROWING_TABLES } from './growing-tables.ts';
import { withClient } from './migrations/migrate.ts';

// They grow with the number of Apps, platforms and people.
const SMALL_TABLES = [
  '_prisma_migrations',
  'api_keys',
  'app_registry',
  'app_secrets',
  'apps',
  'breaker_states',
  'oauth_clients',
  'order_feeds',
  'contract_lines',
  'contracts',
  'supplier_registry',
  'suppliers',
  'users',
  'webhook_endpoints',
  'webhook_lanes',
  'webhook_replays',
  'webhook_secrets',
];

it('knows every table that grows, under the name of an existing relation', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  await migrateJobSchema(database.url);
  await withClient(database.url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
         OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'pgboss.job'::regclass)`,
    );
    const growing = GROWING_TABLES.map(({ relation }) => relation);
    expect([...growing, ...SMALL_TABLES].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });
});
