import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../test/test-database.ts';
import { readConfig } from './config/config.ts';
import { createLogger } from './observability/logger.ts';
import { createMetrics } from './observability/metrics.ts';
import { openService, startApiRole, startWorkerRole } from './service.ts';
import { Shutdown } from './shutdown.ts';

/** A service as main.ts opens it, on a database of its own, and the number of its connections. */
async function open() {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const admin = new Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  onTestFinished(() => admin.end());
  const shutdown = new Shutdown();
  shutdown.times = { delayMs: 0, drainMs: 1000 };
  const service = await openService({
    config: readConfig({ DATABASE_URL: url, SECRETS_KEY: randomBytes(32).toString('base64'), PORT: '0' }),
    opened: { url, canQueueMigrate: true },
    log: createLogger('silent'),
    metrics: createMetrics(),
    shutdown,
  });
  return {
    service,
    end: () => shutdown.run((error) => expect.unreachable(String(error))),
    async countConnections(): Promise<number> {
      const { rows } = await admin.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = $1',
        [new URL(url).pathname.slice(1)],
      );
      return rows[0]?.count ?? 0;
    },
  };
}

it('starts neither worker nor queue for the API role alone', async () => {
  const { service, end } = await open();
  const { baseUrl } = await startApiRole(service);
  expect((await fetch(`${baseUrl}/api/v1/health`)).status).toBe(200);
  const [queue] = await service.database.$queryRaw<{ table: string | null }[]>`
    SELECT to_regclass('pgboss.job')::text AS "table"`;
  expect(queue).toEqual({ table: null });
  await end();
});

it('leaves no connection open after both roles have stopped', async () => {
  const { service, end, countConnections } = await open();
  await startApiRole(service);
  await startWorkerRole(service);
  expect(await countConnections()).toBeGreaterThan(0);
  await end();
  await expect.poll(countConnections, { timeout: 5000 }).toBe(0);
});
