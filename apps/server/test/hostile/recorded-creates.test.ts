import { randomBytes } from 'node:crypto';
import { ERROR_NAME_HEADER, ROUTES } from '@procurement-intents/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSigner, ProcurementIntents } from '../../../../packages/sdk/src/index.ts';
import type { Database } from '../../src/postgres/database.ts';
import { openAppRegistry } from '../support/app-registry.ts';
import { intentBody } from '../support/intent-factory.ts';
import { signedHeaders, type Signer } from '../support/sign.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { type ServiceProcess, createServiceProcess } from '../support/service-process.ts';
import { runLength } from './run-length.ts';

const ROUNDS = runLength(10, 200);
const KEYS = 8;
const { path: INTENTS } = ROUTES.createIntent;
const SANDBOX = { sandboxUrl: 'http://127.0.0.1:3100' };
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

let testDatabase: TestDatabase;
let database: Database;
let addApp: () => Promise<Signer>;
const processes: ServiceProcess[] = [];
const secretsKey = randomBytes(32);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ({ database, addApp } = openAppRegistry(testDatabase.url, secretsKey));
  const settings = {
    ROLES: 'api',
    DATABASE_URL: testDatabase.url,
    SECRETS_KEY: secretsKey.toString('base64'),
  };
  for (let count = 0; count < 2; count += 1) processes.push(await createServiceProcess(settings));
  for (const one of processes) await one.start();
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await database.$disconnect();
  await testDatabase.drop();
});

/** A create that is signed once; the status and the name of each answer. */
function record(signer: Signer) {
  const body = JSON.stringify(intentBody(SANDBOX, 'ordinary', { draft: true }));
  const signed = signedHeaders(signer, { method: 'POST', path: INTENTS, body });
  return async ({ port }: ServiceProcess, key: string): Promise<string> => {
    const headers = { ...signed, 'Content-Type': 'application/json', 'Idempotency-Key': key };
    const answer = await fetch(`http://127.0.0.1:${port}${INTENTS}`, { method: 'POST', headers, body });
    await answer.text();
    return `${answer.status} ${answer.headers.get(ERROR_NAME_HEADER) ?? ''}`.trim();
  };
}

const countOf = ({ appId }: Signer) => database.intent.count({ where: { appId } });

it('sent to two processes at once under other keys buy once, and hold up nobody beside them (A6)', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const victim = await addApp();
    const honest = await Promise.all(range(4).map(addApp));
    const replay = record(victim);
    const attack = range(KEYS).flatMap((key) => processes.map((one) => replay(one, `key-${key}`)));
    const others = honest.flatMap((signer) =>
      processes.map((one, index) => record(signer)(one, `own-${index}`)),
    );
    const answers = await Promise.all(attack);
    expect(await Promise.all(others)).toEqual(others.map(() => '201'));
    // Both processes had the bytes under the key that won.
    const bought = answers.filter((answer) => answer === '201');
    expect(bought.length).toBeGreaterThanOrEqual(1);
    expect(bought.length).toBeLessThanOrEqual(processes.length);
    expect(new Set(answers.filter((answer) => answer !== '201'))).toEqual(new Set(['409 SIGNATURE_REUSED']));
    expect(await countOf(victim)).toBe(1);
    expect(await Promise.all(honest.map(countOf))).toEqual(honest.map(() => processes.length));
  }
});

it('let the SDK sign an equal purchase again that another process had signed in the same millisecond', async () => {
  const signer = await addApp();
  const [here, there] = processes as [ServiceProcess, ServiceProcess];
  const { appId, appSecret } = signer;
  const body = intentBody(SANDBOX, 'ordinary', { draft: true });
  const stamps: number[] = [];
  const sign = createSigner(appId, appSecret);
  const clientOf = ({ port }: ServiceProcess) =>
    new ProcurementIntents({
      baseUrl: `http://127.0.0.1:${port}`,
      appId,
      signer(request) {
        // The second client begins with the timestamp that the first had.
        const timestampMs = stamps.length === 1 ? (stamps[0] ?? 0) : request.timestampMs;
        stamps.push(timestampMs);
        return sign({ ...request, timestampMs });
      },
    });
  const first = await clientOf(here).intents.create(body);
  const second = await clientOf(there).intents.create(body);
  expect(second.id).not.toBe(first.id);
  expect(stamps).toHaveLength(3);
  expect(await countOf(signer)).toBe(2);
});
