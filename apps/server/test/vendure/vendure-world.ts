import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { ensureDatabase } from '../../src/postgres/migrations/migrate.ts';
import { openAppRegistry } from '../support/app-registry.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { freePort } from '../support/free-port.ts';
import { startFrontGateway } from '../support/front-gateway.ts';
import { createServiceProcess } from '../support/service-process.ts';
import { createTestDatabase } from '../support/test-database.ts';
import type { Cleanups } from './cleanups.ts';
import { EXAMPLE, installEngine } from './install-engine.ts';
import { KillableProcess } from './killable-process.ts';
import { ShopOperator } from './shop-operator.ts';

export interface Article {
  title: string;
  priceFen: number;
  stock: number;
}

const run = promisify(execFile);
const ADMIN_PASSWORD = 'password-of-the-engine';
const SETUP_MS = 600_000;
export const GATEWAY_TOKEN = 'token-of-the-gateway';
/** Orders of so much are paid by bank transfer. */
export const TRANSFER_FROM_FEN = 500_000;

/**
 * Service, gateway and engine as processes of their own, on databases of one Postgres. The engine sells `catalog`. The service
 * reaches the gateway as PLATFORM_A, and as PLATFORM_B through `front`, where a test can stop an order on its way.
 */
export async function startVendureWorld(catalog: Record<string, Article>, cleanups: Cleanups) {
  const { url: databaseUrl, drop } = await createTestDatabase();
  cleanups.add(drop);
  const secretsKey = randomBytes(32);
  const registry = openAppRegistry(databaseUrl, secretsKey);
  cleanups.add(() => registry.database.$disconnect());
  const signers = [await registry.addApp(), await registry.addApp(), await registry.addApp()];

  const { operator, engine, engineUrl } = await startEngine(catalog, cleanups);
  const { gateway, gatewayUrl } = await startGateway(engineUrl, cleanups);
  const front = await startFrontGateway(gatewayUrl);
  cleanups.add(() => front.stop());
  const service = await createServiceProcess({
    DATABASE_URL: databaseUrl,
    SECRETS_KEY: secretsKey.toString('base64'),
    DEMO_APP_ID: 'app_demo_vendure',
    DEMO_APP_SECRET: randomBytes(16).toString('hex'),
    // Above PLACE_TIMEOUT_MS of the gateway.
    PLATFORM_TIMEOUT_MS: '30000',
    PLATFORM_PATIENCE_MS: '1800000',
    ...connect('PLATFORM_A', gatewayUrl, gatewayUrl),
    ...connect('PLATFORM_B', front.origin, gatewayUrl),
  });
  cleanups.add(() => service.stop());
  await service.start();
  return { service, gateway, engine, operator, front, gatewayUrl, signers, database: registry.database };
}

export type VendureWorld = Awaited<ReturnType<typeof startVendureWorld>>;

const connect = (platform: string, url: string, pagesUrl: string) => ({
  [`${platform}_URL`]: url,
  [`${platform}_TOKEN`]: GATEWAY_TOKEN,
  [`${platform}_PRODUCT_URLS`]: `${pagesUrl}/products/`,
});

async function startEngine(catalog: Record<string, Article>, cleanups: Cleanups) {
  const folder = await installEngine(cleanups.signal);
  const dir = mkdtempSync(join(tmpdir(), 'vendure-'));
  cleanups.add(() => rmSync(dir, { recursive: true }));
  const catalogFile = join(dir, 'catalog.json');
  writeFileSync(catalogFile, JSON.stringify(catalog));

  const databaseName = `vendure_${randomBytes(6).toString('hex')}`;
  await ensureDatabase(inject('adminUrl'), databaseName);
  const database = new URL(inject('adminUrl'));
  database.pathname = `/${databaseName}`;

  const main = join(folder, 'engine.mjs');
  const port = await freePort();
  const env = {
    DATABASE_URL: database.href,
    ADMIN_PASSWORD,
    PORT: String(port),
    CATALOG: catalogFile,
    ...COMPILE_CACHE,
  };
  await run(process.execPath, [main, 'setup'], {
    env: { PATH: process.env['PATH'], ...env },
    timeout: SETUP_MS,
    signal: cleanups.signal,
  });
  const engineUrl = `http://127.0.0.1:${port}`;
  const engine = new KillableProcess({ args: [main], env, url: `${engineUrl}/health` });
  cleanups.add(() => engine.stop());
  await engine.start();
  return { engine, engineUrl, operator: new ShopOperator(`${engineUrl}/admin-api`, ADMIN_PASSWORD) };
}

async function startGateway(engineUrl: string, cleanups: Cleanups) {
  const port = await freePort();
  const gatewayUrl = `http://127.0.0.1:${port}`;
  const gateway = new KillableProcess({
    args: [join(EXAMPLE, 'main.ts')],
    env: {
      PORT: String(port),
      GATEWAY_TOKEN,
      ENGINE_URL: engineUrl,
      ADMIN_PASSWORD,
      TRANSFER_FROM_FEN: String(TRANSFER_FROM_FEN),
      ...COMPILE_CACHE,
    },
    // Refused without a token, and so answered while the engine is down, too.
    url: `${gatewayUrl}/capabilities`,
  });
  cleanups.add(() => gateway.stop());
  await gateway.start();
  return { gateway, gatewayUrl };
}
