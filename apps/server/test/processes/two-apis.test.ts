import { randomBytes } from 'node:crypto';
import { LOGIN_FAILURES_PER_MINUTE } from '@procurement-intents/contract/bearer';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { PASSWORD } from '../support/bearer.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { createServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

const redisProgram = inject('redisProgram');
const USERNAME = 'judge';
const MINUTE_MS = 60_000;
const START_MS = 120_000;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Two API processes of one database. */
async function startTwo(settings: Record<string, string> = {}): Promise<[ServiceProcess, ServiceProcess]> {
  const database = await createTestDatabase();
  ends.push(() => database.drop());
  const start = async () => {
    const process = await createServiceProcess({
      ROLES: 'api',
      DATABASE_URL: database.url,
      SECRETS_KEY,
      ADMIN_USERNAME: USERNAME,
      ADMIN_PASSWORD: PASSWORD,
      ...settings,
    });
    ends.push(() => process.stop());
    await process.start();
    return process;
  };
  return [await start(), await start()];
}
const SECRETS_KEY = randomBytes(32).toString('base64');

async function call(
  process: ServiceProcess,
  method: string,
  path: string,
  init: { token?: string; body?: object },
) {
  const { token, body } = init;
  const response = await fetch(`http://127.0.0.1:${process.port}${path}`, {
    method,
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}
const logIn = (process: ServiceProcess, password = PASSWORD) =>
  call(process, 'POST', '/auth/login', { body: { username: USERNAME, password } });

/** How many of 1,000 guesses at once were evaluated, and in how many minutes of the clock. */
async function guess(processes: readonly ServiceProcess[]) {
  const minute = () => Math.floor(Date.now() / MINUTE_MS);
  const first = minute();
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, index) =>
      logIn(processes[index % processes.length] as ServiceProcess, `wrong password ${index}`),
    ),
  );
  const minutes = minute() - first + 1;
  // 503: so many at once are more than this machine takes in.
  for (const { status } of answers) expect([401, 429, 503]).toContain(status);
  return { evaluated: answers.filter(({ status }) => status === 401).length, minutes };
}

describe('two API processes', () => {
  const { pair } = LOGIN_FAILURES_PER_MINUTE;

  it.runIf(redisProgram !== null)(
    'with Redis evaluate ten of 1,000 guesses at once, together',
    async () => {
      const redis = await startRedisServer(redisProgram ?? '');
      ends.push(() => redis.kill());
      const two = await startTwo({ REDIS_URL: redis.url });
      const { evaluated, minutes } = await guess(two);
      expect(evaluated).toBeGreaterThan(0);
      expect(evaluated).toBeLessThanOrEqual(pair * minutes);
    },
    START_MS,
  );

  it(
    'without Redis evaluate ten of them each',
    async () => {
      const two = await startTwo();
      const { evaluated, minutes } = await guess(two);
      expect(evaluated).toBeGreaterThan(0);
      expect(evaluated).toBeLessThanOrEqual(2 * pair * minutes);
    },
    START_MS,
  );

  it(
    'both refuse an API key that one of them has revoked, with the next call (B4) [62]',
    async () => {
      const [one, other] = await startTwo();
      const { token } = (await logIn(one)).body;
      const made = await call(one, 'POST', '/v1/api-keys', { token, body: { name: 'x', scopes: ['admin'] } });
      const { id, key } = made.body;
      const statuses = () =>
        Promise.all(
          [one, other].map(async (at) => (await call(at, 'GET', '/v1/profile', { token: key })).status),
        );
      expect(await statuses()).toEqual([200, 200]);
      expect((await call(other, 'DELETE', `/v1/api-keys/${id}`, { token })).status).toBe(204);
      expect(await statuses()).toEqual([401, 401]);
    },
    START_MS,
  );
});
