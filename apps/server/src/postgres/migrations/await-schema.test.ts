import { expect, it } from 'vitest';
import { createMigrationCase } from '../../../test/support/migration-case.ts';
import { awaitSchema } from './await-schema.ts';
import { JOB_SCHEMA, migrateJobSchema } from '../../queue/job-schema.ts';

const NOW = { queue: JOB_SCHEMA, timeoutMs: 0 };
const FIRST = '20250101000000_first';

it('names what is missing when its time is over', async () => {
  const one = await createMigrationCase();
  one.write(FIRST, 'CREATE TABLE widgets ()');
  const wait = () => awaitSchema(one.url, one.dir, NOW);
  await expect(wait()).rejects.toThrow(
    `the database still lacks migration ${FIRST} after 0 s: run "npm run migrate", or set MIGRATE_ON_START=true`,
  );
  await one.migrate();
  await expect(wait()).rejects.toThrow('the database still lacks the schema of the queue after 0 s');
  await migrateJobSchema(one.url);
  expect(await wait()).toBe(JOB_SCHEMA.version);
});

it('waits for a migration whose steps are under way, and takes newer ones as they are', async () => {
  const one = await createMigrationCase();
  one.write(FIRST, '-- outside a transaction\nSELECT 1');
  await one.migrate();
  await migrateJobSchema(one.url);
  await one.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('x', 'y', '20250102000000_newer', now())`);
  await one.query('UPDATE pgboss.version SET version = version + 1');
  expect(await awaitSchema(one.url, one.dir, NOW)).toBe(JOB_SCHEMA.version + 1);

  await one.query(`UPDATE _prisma_migrations SET finished_at = NULL,
    logs = 'Runs outside a transaction. The next start of the service or of "npm run migrate" resumes it.'
    WHERE migration_name = '${FIRST}'`);
  await expect(awaitSchema(one.url, one.dir, NOW)).rejects.toThrow(`lacks migration ${FIRST}`);
});

it("builds the queue's indexes before it counts as migrated", async () => {
  const one = await createMigrationCase();
  await migrateJobSchema(one.url);
  await one.query('CREATE TABLE widgets (id int)');
  await one.query(`INSERT INTO pgboss.bam (name, version, status, table_name, command)
    VALUES ('late', 1, 'pending', 'widgets', 'CREATE INDEX CONCURRENTLY widgets_id ON public.widgets (id)')`);
  await one.query('UPDATE pgboss.version SET bam_on = NULL');
  await migrateJobSchema(one.url);
  expect(await one.query("SELECT to_regclass('widgets_id') IS NOT NULL")).toEqual([[true]]);
});
