import { digestContent } from '@procurement-intents/contract/gateway/order-content';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { beforeEach, expect, inject, it, onTestFinished } from 'vitest';
import { createGateway, postgresLock } from '../../src/index.ts';
import { MemoryShop } from '../support/memory-shop.ts';
import { ORDER, TOKEN } from '../support/open-gateway.ts';
import { SCHEMA } from './postgres-shop.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A Postgres that the global set-up of the server's tests has started. */
    adminUrl: string;
  }
}

let databaseUrl = '';

beforeEach(async () => {
  const name = `gateway_${process.hrtime.bigint()}`;
  await query(inject('adminUrl'), `CREATE DATABASE ${name}`);
  const url = new URL(inject('adminUrl'));
  url.pathname = name;
  databaseUrl = url.href;
  await query(databaseUrl, SCHEMA);
});

async function query(url: string, text: string): Promise<Record<string, any>[]> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, any>>(text);
    return rows;
  } finally {
    await client.end();
  }
}

async function startGateway(lock: 'shared' | 'own'): Promise<{ child: ChildProcess; origin: string }> {
  const child = fork(join(import.meta.dirname, 'gateway-process.ts'), [databaseUrl, TOKEN, lock]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return { child, origin: `http://127.0.0.1:${message.port}` };
}

async function post(origin: string, merchantOrderNo: string): Promise<number> {
  const response = await fetch(`${origin}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ ...ORDER, merchantOrderNo }),
  });
  // On a busy machine the database may not answer within the second that the lock waits: the service posts again, too.
  return response.status === 503 ? post(origin, merchantOrderNo) : response.status;
}

/** Orders that were begun long ago, as a process leaves them that died. */
async function leaveHalfMade(numbers: readonly string[]): Promise<void> {
  const content = digestContent(ORDER, (text) => createHash('sha256').update(text).digest('base64url'));
  const rows = numbers.map((no) => `('${no}', '${content}', now() - interval '1 hour')`);
  await query(databaseUrl, `INSERT INTO shop_orders (no, content, touched_at) VALUES ${rows.join()}`);
}

/** Posts each number to both gateways at once. */
async function race(lock: 'shared' | 'own', numbers: readonly string[]): Promise<number[]> {
  const [one, other] = await Promise.all([startGateway(lock), startGateway(lock)]);
  return Promise.all(numbers.flatMap((no) => [post(one.origin, no), post(other.origin, no)]));
}

const countPayments = async (): Promise<number[]> =>
  (await query(databaseUrl, 'SELECT count(*)::int AS n FROM shop_payments GROUP BY no')).map(
    ({ n }) => n as number,
  );

const NUMBERS = Array.from({ length: 20 }, (_, index) => `no-${index}`);

const countSound = async (): Promise<number> => {
  const sound = "SELECT * FROM shop_orders WHERE status = 'CONFIRMED' AND quantity = 2";
  return (await query(databaseUrl, sound)).length;
};

it('lets one of two processes place an order, and the other one find it', async () => {
  await leaveHalfMade(NUMBERS.slice(0, 10));
  const statuses = await race('shared', NUMBERS);
  expect(statuses.toSorted()).toEqual([...NUMBERS.map(() => 200), ...NUMBERS.map(() => 201)]);
  expect(await countPayments()).toEqual(NUMBERS.map(() => 1));
  expect(await countSound()).toBe(NUMBERS.length);
});

// Without the lock, the shop of these tests comes to harm.
it('is needed', { retry: 3 }, async () => {
  await leaveHalfMade(NUMBERS);
  await race('own', NUMBERS);
  expect([await countSound(), await countPayments()]).not.toEqual([NUMBERS.length, NUMBERS.map(() => 1)]);
});

it('passes to the other process when its holder is killed, and nothing is paid twice', async () => {
  const [one, other] = await Promise.all([startGateway('shared'), startGateway('shared')]);
  const lost = NUMBERS.slice(0, 6).map((no) => post(one.origin, no).catch(() => 0));
  await delay(60);
  one.child.kill('SIGKILL');
  await Promise.all(lost);
  const statuses = await Promise.all(NUMBERS.slice(0, 6).map((no) => post(other.origin, no)));
  for (const status of statuses) expect([200, 201]).toContain(status);
  expect(await countSound()).toBe(6);
  expect(await countPayments()).toEqual(Array.from({ length: 6 }, () => 1));
});

async function openPool(): Promise<Pool> {
  const pool = new Pool({ connectionString: databaseUrl, max: 4 });
  pool.on('error', () => {});
  onTestFinished(() => pool.end());
  return pool;
}

const endSessions = () =>
  query(
    databaseUrl,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );

it('does not let a gateway pay that has lost its session', async () => {
  const shop = new MemoryShop();
  const pool = await openPool();
  const gateway = createGateway(shop, {
    tokens: [TOKEN],
    lock: postgresLock(pool),
    callTimeoutMs: 500,
    log: () => {},
  });
  onTestFinished(() => gateway.close());
  const order = () =>
    gateway.fetch(
      new Request('http://gateway/orders', {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify(ORDER),
      }),
    );
  shop.after.fill = async () => void (await endSessions());
  expect((await order()).status).toBe(503);
  expect(shop.payments).toEqual([]);
  delete shop.after.fill;
  expect((await order()).status).toBe(201);
});

it('gives its key back, waits no longer than it may, and keeps names apart', async () => {
  const pool = await openPool();
  const lock = postgresLock(pool, 'shop-a');
  const hold = await lock.acquire('no-1', 0);
  expect(await lock.acquire('no-1', 120)).toBeNull();
  const others = [await lock.acquire('no-2', 0), await postgresLock(pool, 'shop-b').acquire('no-1', 0)];
  expect(others).not.toContain(null);
  for (const other of others) await other?.release();
  await hold?.confirm();
  const waiting = lock.acquire('no-1', 5_000);
  await hold?.release();
  await (await waiting)?.release();
  expect([pool.totalCount, pool.idleCount]).toEqual([pool.idleCount, pool.idleCount]);
});
