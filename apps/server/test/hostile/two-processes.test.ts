import { randomBytes } from 'node:crypto';
import { RATE_LIMITS, ROUTES } from '@procurement-intents/contract';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/postgres/database.ts';
import { openAppRegistry } from '../support/app-registry.ts';
import { intentBody } from '../support/intent-factory.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { signedHeaders, type Signer } from '../support/sign.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { type ServiceProcess, createServiceProcess } from '../support/service-process.ts';
import { startBalancer } from './balancer.ts';
import { runLength } from './run-length.ts';

const REQUESTS = runLength(1000, 50_000);
const CALLERS = runLength(4, 8);
// Together they may ask more than two processes can answer, so that no request ends at a limit.
const APPS = 200;
const program = inject('redisProgram');
const { path: INTENTS } = ROUTES.listIntents;
const SANDBOX = { sandboxUrl: 'http://127.0.0.1:3100' };

let testDatabase: TestDatabase;
let database: Database;
let addApp: () => Promise<Signer>;
let redis: Awaited<ReturnType<typeof startRedisServer>>;
const processes: ServiceProcess[] = [];
const secretsKey = randomBytes(32);

beforeAll(async () => {
  if (program === null) return;
  testDatabase = await createTestDatabase();
  ({ database, addApp } = openAppRegistry(testDatabase.url, secretsKey));
  redis = await startRedisServer(program);
  const settings = {
    ROLES: 'api',
    DATABASE_URL: testDatabase.url,
    REDIS_URL: redis.url,
    SECRETS_KEY: secretsKey.toString('base64'),
    SHUTDOWN_DELAY_MS: '1500',
    SHUTDOWN_DRAIN_MS: '5000',
    DEMO_APP_ID: 'app_demo_two',
    DEMO_APP_SECRET: randomBytes(16).toString('hex'),
  };
  for (let count = 0; count < 2; count += 1) processes.push(await createServiceProcess(settings));
  // One after the other: the first makes the demo App.
  for (const one of processes) await one.start();
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  if (program === null) return;
  await redis.kill();
  await database.$disconnect();
  await testDatabase.drop();
});

function poolOf(url: string): Pool {
  const pool = new Pool(url, { connections: CALLERS });
  onTestFinished(() => pool.destroy());
  return pool;
}

/** A create or a read, signed; the status and the second in which it was counted. */
async function ask(
  pool: Pool,
  signer: Signer,
  method: 'GET' | 'POST',
): Promise<{ status: number; second: string }> {
  const body = method === 'POST' ? JSON.stringify(intentBody(SANDBOX, 'ordinary', { draft: true })) : '';
  const headers = {
    ...signedHeaders(signer, { method, path: INTENTS, body }),
    'Content-Type': 'application/json',
  };
  const answer = await pool.request({ method, path: INTENTS, headers, body: body === '' ? null : body });
  await answer.body.dump();
  return { status: answer.statusCode, second: String(answer.headers['x-ratelimit-reset']) };
}

/** Creates of one App at every process as fast as they go, for so long; how many got through in each second. */
async function createFor(ms: number): Promise<{ through: number[]; statuses: Set<number> }> {
  const signer = await addApp();
  const pools = processes.map(({ port }) => poolOf(`http://127.0.0.1:${port}`));
  const seconds = new Map<string, number>();
  const statuses = new Set<number>();
  const end = performance.now() + ms;
  const callers = Array.from({ length: CALLERS }, async (_, index) => {
    for (let turn = index; performance.now() < end; turn += 1) {
      const { status, second } = await ask(pools[turn % pools.length] as Pool, signer, 'POST');
      statuses.add(status);
      seconds.set(second, (seconds.get(second) ?? 0) + (status === 201 ? 1 : 0));
    }
  });
  await Promise.all(callers);
  return { through: [...seconds.values()], statuses };
}

describe.runIf(program !== null)('two processes', () => {
  it(
    'start anew one after the other without a failed request',
    async () => {
      const signers: Signer[] = [];
      // All at once they would wait for a connection longer than a transaction may.
      for (let count = 0; count < APPS; count += 1) signers.push(await addApp());
      const balancer = await startBalancer(processes);
      onTestFinished(() => balancer.stop());
      const pool = poolOf(balancer.url);
      const failed: string[] = [];
      let answered = 0;
      let isRolling = true;
      const callers = Array.from({ length: CALLERS }, async (_, index) => {
        for (let turn = index; isRolling; turn += CALLERS) {
          const method = turn % 5 === 0 ? 'POST' : 'GET';
          try {
            const { status } = await ask(
              pool,
              signers[(turn + Math.floor(turn / APPS)) % APPS] as Signer,
              method,
            );
            if (status !== (method === 'POST' ? 201 : 200)) failed.push(`${method} ${status}`);
          } catch (error) {
            failed.push(`${method} ${(error as Error).message}`);
          }
          answered += 1;
        }
      });
      const exits: (number | null)[] = [];
      do {
        for (const one of processes) {
          await untilReady(balancer);
          exits.push(await one.terminate());
          await one.start();
        }
      } while (answered < REQUESTS);
      await untilReady(balancer);
      isRolling = false;
      await Promise.all(callers);

      expect({ failed, lost: balancer.failures() }).toEqual({ failed: [], lost: [] });
      expect(exits).toEqual(exits.map(() => 0));
      expect(answered).toBeGreaterThanOrEqual(REQUESTS);
      for (const count of balancer.counts()) expect(count).toBeGreaterThan(answered / 10);
    },
    runLength(180_000, 900_000),
  );

  it(
    'share the limit of an App, whichever is asked, and count for themselves while Redis is gone',
    async () => {
      // One whole second at least.
      const ms = runLength(2200, 20_000);
      // A machine that stands still for half a second makes a process count for itself, as if Redis were gone.
      for (let runs = 1; ; runs += 1) {
        const shared = await createFor(ms);
        expect([...shared.statuses].sort()).toEqual([201, 429]);
        if (runs < 3 && Math.max(...shared.through) > RATE_LIMITS.create) continue;
        expect(Math.max(...shared.through)).toBe(RATE_LIMITS.create);
        break;
      }

      await redis.kill();
      const alone = await createFor(ms);
      expect([...alone.statuses].sort()).toEqual([201, 429]);
      expect(Math.max(...alone.through)).toBeGreaterThan(RATE_LIMITS.create);
      expect(Math.max(...alone.through)).toBeLessThanOrEqual(RATE_LIMITS.create * processes.length);
    },
    runLength(60_000, 120_000),
  );
});

async function untilReady(balancer: { readyCount(): number }): Promise<void> {
  await expect.poll(() => balancer.readyCount(), { timeout: 20_000, interval: 50 }).toBe(processes.length);
}
