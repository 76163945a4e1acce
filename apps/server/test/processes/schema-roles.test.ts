import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROUTES } from '@procurement-intents/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { REPOSITORY } from '../../src/config/config.ts';
import { ADVISORY_LOCKS } from '../../src/postgres/advisory-locks.ts';
import { callApi } from '../faults/call-api.ts';
import { type SandboxChild, startSandboxChild } from '../faults/sandbox-child.ts';
import { createServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import { intentBody } from '../support/intent-factory.ts';

const run = promisify(execFile);
const name = `roles_${randomBytes(6).toString('hex')}`;
const SIGNER = { appId: 'app_demo_roles', appSecret: randomBytes(16).toString('hex') };
// Roles are the whole server's: these names must not meet those of another run.
const roleOf = { owner: `${name}_owner`, service: `${name}_service` };

let sandbox: SandboxChild;
let service: ServiceProcess;
let admin: Client;

function urlAs(role?: 'owner' | 'service'): string {
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  if (role) Object.assign(url, { username: roleOf[role], password: role });
  return url.href;
}
async function queryServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: inject('adminUrl') });
  await client.connect();
  await client.query(sql);
  await client.end();
}
async function query(sql: string): Promise<Record<string, unknown>[]> {
  return (await admin.query<Record<string, unknown>>(sql)).rows;
}
async function readiness(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${service.privatePort}/readyz`);
  return `${answer.status} ${(await answer.text()).trim()}`;
}
const expectReadiness = (wanted: string) =>
  vi.waitFor(async () => expect(await readiness()).toBe(wanted), { timeout: 30_000, interval: 50 });
const migrate = () =>
  run(process.execPath, [join(REPOSITORY, 'apps/server/src/admin/migrate-cli.ts'), '--json'], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', MIGRATE_DATABASE_URL: urlAs('owner') },
  });

beforeAll(async () => {
  await queryServer(`CREATE DATABASE ${name}`);
  admin = new Client({ connectionString: urlAs() });
  await admin.connect();
  const roles = readFileSync(join(REPOSITORY, 'deploy/roles.sql'), 'utf8')
    .replaceAll(/procurement_(owner|service)/g, (_, role: keyof typeof roleOf) => roleOf[role])
    .replaceAll(/:'(owner|service)_password'/g, "'$1'");
  await admin.query(roles);
  sandbox = await startSandboxChild(10);
  service = await createServiceProcess({
    ...sandbox.shopSettings(),
    ROLES: 'api,worker',
    DATABASE_URL: urlAs('service'),
    MIGRATE_ON_START: 'false',
    SECRETS_KEY: randomBytes(32).toString('base64'),
    DEMO_APP_ID: SIGNER.appId,
    DEMO_APP_SECRET: SIGNER.appSecret,
    PROCESSING_GRACE_MS: '0',
  });
}, 60_000);
afterAll(async () => {
  await service.stop();
  await sandbox.stop();
  await admin.end();
  await queryServer(`DROP DATABASE ${name} WITH (FORCE)`);
  await queryServer(`DROP ROLE ${roleOf.owner}, ${roleOf.service}`);
});

it('a process that may change no table waits for the schema, lives meanwhile, and then buys', async () => {
  const started = service.start();
  await vi.waitFor(readiness, { timeout: 30_000, interval: 50 });
  await expectReadiness('503 waiting for the schema of this release');
  expect((await fetch(`http://127.0.0.1:${service.privatePort}/livez`)).status).toBe(200);

  const { applied } = JSON.parse((await migrate()).stdout) as { applied: string[] };
  expect(applied).toContain('20261121000000_intents');
  await started;
  await expectReadiness('200 ok');
  const created = await callApi({
    port: service.port,
    signer: SIGNER,
    method: 'POST',
    path: ROUTES.createIntent.path,
    body: intentBody({ sandboxUrl: sandbox.url }, 'ordinary'),
  });
  expect(created?.status).toBe(201);
  await vi.waitFor(
    async () => expect(await query('SELECT status FROM intents')).toEqual([{ status: 'COMPLETED' }]),
    { timeout: 30_000, interval: 100 },
  );
  expect(service.log().filter((line) => /queue error|permission denied/.test(line))).toEqual([]);
  expect(
    await query("SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname IN ('public', 'pgboss')"),
  ).toEqual([{ tableowner: roleOf.owner }]);
  const client = new Client({ connectionString: urlAs('service') });
  await client.connect();
  for (const ddl of [
    'CREATE TABLE public.mine ()',
    'ALTER TABLE intents ADD COLUMN mine int',
    'CREATE SCHEMA mine',
  ])
    await expect(client.query(ddl)).rejects.toMatchObject({ code: '42501' });
  await client.end();
  expect(JSON.parse((await migrate()).stdout)).toEqual({ applied: [] });
}, 90_000);

it('a process that may change no table starts again on a newer schema of the queue', async () => {
  await service.terminate();
  await query('UPDATE pgboss.version SET version = version + 1');
  await service.start();
  await expectReadiness('200 ok');
  await service.terminate();
  await query('UPDATE pgboss.version SET version = version - 1');
}, 60_000);

it('a process that migrates lives and is not ready as long as that takes', async () => {
  const own = await createServiceProcess({
    ROLES: 'api',
    DATABASE_URL: urlAs('service'),
    MIGRATE_DATABASE_URL: urlAs('owner'),
    SECRETS_KEY: randomBytes(32).toString('base64'),
  });
  const asked = (path: string) => fetch(`http://127.0.0.1:${own.privatePort}${path}`);
  try {
    await query(`SELECT pg_advisory_lock(${ADVISORY_LOCKS.migrationRunner})`);
    const started = own.start();
    await vi.waitFor(async () => expect((await (await asked('/readyz')).text()).trim()).toBe('migrating'), {
      timeout: 30_000,
      interval: 50,
    });
    expect((await asked('/livez')).status).toBe(200);
    expect((await asked('/readyz')).status).toBe(503);
    await query(`SELECT pg_advisory_unlock(${ADVISORY_LOCKS.migrationRunner})`);
    await started;
    await vi.waitFor(async () => expect((await asked('/readyz')).status).toBe(200), { timeout: 30_000 });
  } finally {
    await own.stop();
  }
}, 60_000);
