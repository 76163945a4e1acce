import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../apps/server/src/postgres/embedded/embedded-postgres.ts';
import { migrateDatabase, ensureDatabase } from '../../apps/server/src/postgres/migrations/migrate.ts';
import { createSecretBox } from '../../apps/server/src/sealing/secret-box.ts';
import { MIGRATIONS_DIR } from '../../apps/server/src/open-database.ts';
import { onEnd } from './cleanup.ts';
import { makeApps, type BenchApp } from './requests.ts';
import { copyForPeers, openClient, seedApps } from './databases.ts';
import { seedIntents, type SeedSize } from './seed-intents.ts';

/** What all contenders share: one Postgres, the Apps, a shop's product page. */
export interface Stage {
  dataDir: string;
  apps: BenchApp[];
  secretsKey: Buffer;
  productPrefix: string;
  postgres: { pid: number; url(database: string): string };
  /** Writes out what earlier rounds left to write, so that the next does not pay for it. */
  settle(): Promise<void>;
  /** A migrated database with these intents in it, and its copy without what only the service uses. Made once a name. */
  prepareDatabase(
    name: string,
    size: SeedSize,
    migrationsDir?: string,
  ): Promise<{ service: string; peers: string }>;
}

const APPS = 2000;

// Durability as delivered: fsync and synchronous_commit stay on. More memory than the default, as on any server with
// a million rows, and checkpoints by time rather than size, so that none falls into one contender's round only.
const POSTGRES_SETTINGS = {
  shared_buffers: '1GB',
  max_wal_size: '16GB',
  checkpoint_timeout: '30min',
  fsync: 'on',
  synchronous_commit: 'on',
};

const PRODUCT = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: '无线鼠标 静音 2.4G',
  offers: {
    '@type': 'Offer',
    price: '199.50',
    priceCurrency: 'CNY',
    availability: 'https://schema.org/InStock',
  },
};

async function startShop(): Promise<string> {
  const page = `<!doctype html><title>Shop</title><script type="application/ld+json">${JSON.stringify(PRODUCT)}</script>`;
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/items/`;
}

/** Starts what the contenders share, in a temporary directory. */
export async function openStage(): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'procurement-bench-'));
  chmodSync(dataDir, 0o755);
  onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({
    dir: join(dataDir, 'postgres'),
    settings: POSTGRES_SETTINGS,
    log: () => undefined,
  });
  onEnd(() => postgres.stop());
  const apps = makeApps(APPS);
  const secretsKey = randomBytes(32);
  const admin = await openClient(postgres.url());
  onEnd(() => admin.end());
  const prepared = new Map<string, Promise<{ service: string; peers: string }>>();

  async function prepare(
    name: string,
    size: SeedSize,
    migrationsDir: string,
  ): Promise<{ service: string; peers: string }> {
    const service = `${name}_service`;
    const peers = `${name}_peers`;
    await ensureDatabase(postgres.url(), service);
    await migrateDatabase(postgres.url(service), migrationsDir);
    const client = await openClient(postgres.url(service));
    await seedApps(client, apps, createSecretBox(secretsKey));
    await seedIntents(client, apps, size);
    await client.end();
    if (!size.isOursAlone) await copyForPeers(admin, { from: service, to: peers, url: postgres.url(peers) });
    return { service, peers };
  }

  return {
    dataDir,
    apps,
    secretsKey,
    productPrefix: await startShop(),
    postgres,
    settle: async () => void (await admin.query('CHECKPOINT')),
    prepareDatabase(name, size, migrationsDir = MIGRATIONS_DIR) {
      const known = prepared.get(name) ?? prepare(name, size, migrationsDir);
      prepared.set(name, known);
      return known;
    },
  };
}
