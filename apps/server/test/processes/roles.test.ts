import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '@procurement-intents/sandbox';
import { PLATFORMS } from '@procurement-intents/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sandboxShop } from '../../src/config/platform-config.ts';
import type { WritableDatabase } from '../../src/postgres/database.ts';
import { openAppRegistry } from '../support/app-registry.ts';
import { type ServiceProcess, createServiceProcess } from '../support/service-process.ts';
import { intentBody } from '../support/intent-factory.ts';
import { signedRequest, type Signer } from '../support/sign.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const TOKEN = 'token-of-the-gateway';
const secretsKey = randomBytes(32);
const DATA_KEY = randomBytes(32).toString('base64');

let testDatabase: TestDatabase;
let database: WritableDatabase;
let signer: Signer;
let sandboxUrl: string;
let api: ServiceProcess;
let worker: ServiceProcess;
let workerSettings: Record<string, string>;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const registry = openAppRegistry(testDatabase.url, secretsKey);
  database = registry.database;
  signer = await registry.addApp();

  const sandbox = createSandbox({ dataFile: null, token: TOKEN, speed: 4 });
  const server = createServer(sandbox.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  sandboxUrl = `http://127.0.0.1:${port}`;
  ends.push(
    () => sandbox.close(),
    () => server.closeAllConnections(),
    () => server.close(),
  );

  const shops = PLATFORMS.map((id) => sandboxShop(id, port));
  const common = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://buy.example',
    DATABASE_URL: testDatabase.url,
    DATA_KEY,
    SHUTDOWN_DELAY_MS: '0',
    ...Object.fromEntries(shops.map((shop) => [`${shop.id}_PRODUCT_URLS`, shop.productUrlPrefixes.join()])),
  };
  api = await createServiceProcess({
    ...common,
    ROLES: 'api',
    SECRETS_KEY: secretsKey.toString('base64'),
    TRUSTED_PROXIES: 'loopback',
    PROCESSING_GRACE_MS: '0',
  });
  workerSettings = {
    ...common,
    ROLES: 'worker',
    ...Object.fromEntries(
      shops.flatMap(({ id, gatewayUrl }) => [
        [`${id}_URL`, gatewayUrl],
        [`${id}_TOKEN`, TOKEN],
      ]),
    ),
  };
  worker = await createServiceProcess(workerSettings);
  await api.start();
  await worker.start();
}, 60_000);
afterAll(async () => {
  await Promise.all([api?.stop(), worker?.stop()]);
  await database.$disconnect();
  for (const end of ends) await end();
  await testDatabase.drop();
});

async function call(method: string, path: string, body?: unknown): Promise<{ code: number; data: any }> {
  const headers = { 'X-Forwarded-Proto': 'https' };
  const request = signedRequest({ method, path, timestamp: String(Date.now()) }, { signer, body, headers });
  return (await (await fetch(`http://127.0.0.1:${api.port}${path}`, request)).json()) as any;
}

it('a purchase is made by an API process without a gateway and a worker without the key of secrets', async () => {
  const created = await call('POST', '/api/v1/intents', intentBody({ sandboxUrl }));
  expect(created.code).toBe(0);
  await vi.waitFor(
    async () => {
      const { data } = await call('GET', `/api/v1/intents/${created.data.id}`);
      expect(data).toMatchObject({ status: 'COMPLETED', recipientName: '张三', phone: '138****8000' });
    },
    { timeout: 15_000, interval: 100 },
  );
});

it('a cancellation while it is processed goes through the worker', async () => {
  const { data } = await call('POST', '/api/v1/intents', intentBody({ sandboxUrl }, 'slow'));
  const id = data.id as string;
  await vi.waitFor(
    async () => expect((await call('GET', `/api/v1/intents/${id}`)).data.status).toBe('PROCESSING'),
    { timeout: 15_000, interval: 50 },
  );
  const cancelled = await call('POST', `/api/v1/intents/${id}/cancel`);
  expect(cancelled).toMatchObject({ code: 0, data: { status: 'CANCELLED' } });
});

it('what a role should not have is named at its start; it works all the same, and ends what is over', async () => {
  const longAgo = new Date(Date.now() - 31 * 86_400_000);
  const { id, appId } = await database.intent.findFirstOrThrow({ where: { status: 'COMPLETED' } });
  await database.intent.update({ where: { id }, data: { completedAt: longAgo, nextAttemptAt: null } });
  const old = { appId, signature: 'old', idempotencyKey: 'key old', intentId: id, createdAt: longAgo };
  await database.signedCreate.create({ data: old });
  const settings = {
    ...workerSettings,
    SECRETS_KEY: secretsKey.toString('base64'),
    REDACT_AFTER_DAYS: '30',
  };
  const both = await createServiceProcess(settings, [
    '--import',
    join(import.meta.dirname, 'hasten-sweeps.ts'),
  ]);
  ends.push(() => both.stop());
  await both.start();
  await vi.waitFor(
    async () => {
      const { phone, redactedAt } = await database.intent.findUniqueOrThrow({ where: { id } });
      expect({ phone, redactedAt }).toEqual({ phone: '***', redactedAt: expect.any(Date) });
      expect(await database.signedCreate.count({ where: { signature: 'old' } })).toBe(0);
    },
    { timeout: 30_000, interval: 100 },
  );
  expect(await both.terminate()).toBe(0);
  expect(both.log().join('\n')).toMatch(/"level":40.*should not be given SECRETS_KEY"/);
}, 60_000);
