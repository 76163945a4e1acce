import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { openOperator } from '../../src/operator.ts';
import { type Database, openDatabase } from '../../src/postgres/database.ts';
import { runLength } from '../hostile/run-length.ts';
import { PASSWORD } from '../support/bearer.ts';
import { addClient, type PageServer } from '../support/oauth.ts';
import { createServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type GrantFlow, grantFlows } from './grant-flows.ts';
import { type DeathPoint, type GrantStatements, watchGrantStatements } from './grant-statements.ts';

const PUBLIC_URL = 'http://buy.example';
const USERNAME = 'judge';
const FLOWS = [
  'client credentials',
  'code',
  'refresh',
  'device',
  'log-in for a consent',
  'consent',
  'consent for a device',
];

/** A process that dies, and its wire to the database. */
interface Mortal {
  process: ServiceProcess;
  server: PageServer;
  wire: FaultProxy;
  statements: GrantStatements;
  started: Promise<void>;
}

let testDatabase: TestDatabase;
let database: Database;
let alive: ServiceProcess;
let flows: Map<string, GrantFlow>;
// While one starts again, the other one dies.
const mortals: Mortal[] = [];
const closings: (() => Promise<unknown>)[] = [];

const serverOf = ({ port }: ServiceProcess): PageServer => ({
  baseUrl: `http://127.0.0.1:${port}`,
  publicUrl: PUBLIC_URL,
});

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const log = createLogger('silent');
  database = openDatabase(testDatabase.url, { poolSize: 1, log });
  const settings = {
    ROLES: 'api',
    SECRETS_KEY: randomBytes(32).toString('base64'),
    ADMIN_USERNAME: USERNAME,
    ADMIN_PASSWORD: PASSWORD,
    PUBLIC_URL,
  };
  alive = await createServiceProcess({ ...settings, DATABASE_URL: testDatabase.url });
  await alive.start();
  for (let count = 0; count < 2; count += 1) {
    const wire = await startFaultProxy(Number(new URL(testDatabase.url).port));
    const url = new URL(testDatabase.url);
    url.port = String(wire.port);
    const process = await createServiceProcess({ ...settings, DATABASE_URL: url.href });
    const statements = watchGrantStatements(wire);
    mortals.push({ process, server: serverOf(process), wire, statements, started: process.start() });
  }
  await Promise.all(mortals.map(({ started }) => started));
  const operator = openOperator({
    config: readConfig({ DATABASE_URL: testDatabase.url }),
    url: testDatabase.url,
    log,
    shutdown: { onClose: (close) => void closings.push(close) },
  });
  const client = await addClient({ bearer: { clients: await operator.openClients() } });
  flows = new Map(grantFlows(client, USERNAME).map((flow) => [flow.name, flow]));
}, 180_000);
afterAll(async () => {
  await Promise.all([alive, ...mortals.map(({ process }) => process)].map((one) => one?.stop()));
  for (const close of closings) await close();
  for (const { wire } of mortals) await wire.stop();
  await database.$disconnect();
  await testDatabase.drop();
});

/** How many statements the call takes. */
async function countStatements(flow: GrantFlow, { server, statements }: Mortal): Promise<number> {
  const { call } = await flow.begin(serverOf(alive));
  statements.arm(null, () => undefined);
  await call(server);
  return statements.count();
}

/** Sends the call to a process that dies at this point, and goes on at another one. */
async function dieAt(flow: GrantFlow, point: DeathPoint, mortal: Mortal): Promise<void> {
  const { process, server, statements } = mortal;
  const { call, goOn } = await flow.begin(serverOf(alive));
  statements.arm(point, () => process.killNow());
  await expect(call(server), `${point.when} statement ${point.statement}`).rejects.toThrow();
  await process.hasEnded();
  mortal.started = process.start();
  // Awaited before its next turn; until then nobody would hear of it.
  mortal.started.catch(() => undefined);
  await goOn(point.when === 'after');
}

/** Each consent is recorded with what it gave, or nothing of it is there. */
async function expectWhole(): Promise<void> {
  const grants = await database.oAuthGrant.findMany({
    where: { userId: { not: null } },
    select: { id: true },
  });
  const events = await database.auditEvent.findMany({ where: { action: 'consent.given' } });
  const idsOf = (ids: (string | null)[]) => ids.sort();
  expect(idsOf(grants.map(({ id }) => id))).toEqual(idsOf(events.map(({ subjectId }) => subjectId)));
}

describe('a caller whose process is killed', () => {
  it.each(FLOWS)(
    'at any statement of %s can go on',
    async (name) => {
      const flow = flows.get(name) as GrantFlow;
      const [first] = mortals as [Mortal];
      await first.started;
      const last = await countStatements(flow, first);
      expect(last).toBeGreaterThan(1);
      const points: DeathPoint[] = Array.from({ length: last }, (_, index) => ({
        statement: index + 1,
        when: 'before',
      }));
      points.push({ statement: last, when: 'after' });
      for (const [turn, point] of points.slice(runLength(-2, 0)).entries()) {
        const mortal = mortals[turn % mortals.length] as Mortal;
        await mortal.started;
        await dieAt(flow, point, mortal);
      }
      await expectWhole();
    },
    120_000,
  );

  it('has every flow', () => {
    expect([...flows.keys()]).toEqual(FLOWS);
  });
});
