import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { Client, Pool } from 'pg';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase } from '../test/support/test-database.ts';
import { type Config, readConfig } from './config/config.ts';
import { createLogger } from './observability/logger.ts';
import { createMetrics } from './observability/metrics.ts';
import { openService, startApiRole, startWorkerRole } from './service.ts';
import type { Service } from './composition/service-parts.ts';
import { Shutdown } from './shutdown.ts';

/** A service as main.ts opens it, on a database of its own, and the number of its connections. */
async function open(changed: Partial<Config> = {}) {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const admin = new Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  onTestFinished(() => admin.end());
  const shutdown = new Shutdown();
  shutdown.times = { delayMs: 0, drainMs: 1000 };
  const service = await openService({
    config: {
      ...readConfig({ DATABASE_URL: url, SECRETS_KEY: randomBytes(32).toString('base64'), PORT: '0' }),
      ...changed,
    },
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

/** The connections that the pools may open which a process creates for its role. */
async function countPooled(startRole: (service: Service) => Promise<unknown>): Promise<number> {
  const pools = new Set<Pool>();
  // Whoever creates a pool listens to its errors: the service, and the queue with its own.
  const listen = vi.spyOn(Pool.prototype, 'on').mockImplementation(function (
    this: Pool,
    ...given: unknown[]
  ) {
    pools.add(this);
    return Reflect.apply(EventEmitter.prototype.on, this, given) as Pool;
  });
  const { service, end } = await open();
  await startRole(service);
  listen.mockRestore();
  await end();
  return [...pools].reduce((sum, { options }) => sum + options.max, 0);
}

it('opens as many connections at most as the guide counts', async () => {
  const guide = readFileSync(new URL('../../../docs/guides/scale-out.md', import.meta.url), 'utf8');
  const [, api, worker] = /Each API process has up to (\d+), each worker up to (\d+)/.exec(guide) ?? [];
  expect(guide).toContain(`4 of the queue: ${worker} connections`);
  expect(await countPooled(startApiRole)).toBe(Number(api));
  expect(await countPooled(startWorkerRole)).toBe(Number(worker));
});

/** What the page for trying calls may do. */
async function readTryPage(changed: Partial<Config>) {
  const { service, end } = await open(changed);
  const { baseUrl } = await startApiRole(service);
  const page = await fetch(`${baseUrl}/docs/try`, { headers: { 'x-forwarded-proto': 'https' } });
  const signer = await fetch(`${baseUrl}/docs/signer.js`, { headers: { 'x-forwarded-proto': 'https' } });
  const outcome = {
    policy: /connect-src ([^;]+)/.exec(page.headers.get('content-security-policy') ?? '')?.[1],
    hasForms: (await page.text()).includes('<form'),
    signer: signer.status,
    hasEtag: page.headers.has('etag'),
  };
  await end();
  return outcome;
}

it('serves pages that send signed calls, but none in production', async () => {
  expect(await readTryPage({})).toEqual({ policy: "'self'", hasForms: true, signer: 200, hasEtag: true });
  expect(await readTryPage({ isProduction: true, trustedProxies: ['127.0.0.1'] })).toEqual({
    policy: "'none'",
    hasForms: false,
    signer: 404,
    hasEtag: true,
  });
});
