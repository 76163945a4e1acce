import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type CommandRun, printedJson, runCommand } from '../support/run-command.ts';
import { seedIntents } from '../support/seed-intents.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { openDatabase } from '../../src/postgres/database.ts';
import { createLogger } from '../../src/observability/logger.ts';

const SECRETS_KEY = randomBytes(32).toString('base64');
let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'apps-cli-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs the command in a process with an environment of its own. */
const apps = (
  args: readonly string[],
  env: Record<string, string> = {},
  nodeArgs: readonly string[] = [],
): Promise<CommandRun> =>
  runCommand('apps', args, {
    env: { DATABASE_URL: database.url, SECRETS_KEY, DATA_DIR: dataDir, ...env },
    nodeArgs,
  });

const appsJson = (...args: string[]): Promise<any> => printedJson(apps([...args, '--json']));

it('creates, rotates, updates, disables and lists an App', async () => {
  const created = await appsJson('create', '--name', 'shop', '--ip', '198.51.100.1', '2001:db8::/32');
  expect(created).toEqual({
    appId: expect.stringMatching(/^app_[0-9a-f]{32}$/),
    appSecret: expect.stringMatching(/^[\w-]{43}$/),
    name: 'shop',
    permissions: ['intents:read', 'intents:write'],
    ipAllowList: ['198.51.100.1', '2001:db8::/32'],
  });
  const { appId } = created;

  const rotated = await appsJson('rotate-secret', appId, '--grace-seconds', '60');
  expect(rotated.appId).toBe(appId);
  expect(rotated.appSecret).not.toBe(created.appSecret);

  expect(await appsJson('update', appId, '--any-ip', '--read-only')).toEqual({
    appId,
    ipAllowList: [],
    permissions: ['intents:read'],
  });
  expect(await appsJson('disable', appId)).toEqual({ appId, isDisabled: true });

  const listed = await apps(['list', '--json']);
  expect(JSON.parse(listed.stdout)).toEqual([
    {
      appId,
      name: 'shop',
      permissions: ['intents:read'],
      ipAllowList: [],
      isDisabled: true,
      createdAt: expect.stringMatching(/Z$/),
    },
  ]);
  for (const { appSecret } of [created, rotated]) expect(listed.stdout).not.toContain(appSecret);
});

it("ends an old secret by the database's clock, whatever that of its machine says", async () => {
  const { appId } = await appsJson('create', '--name', 'by the clock');
  const before = Date.now();
  const preload = join(import.meta.dirname, '../../test/faults/shift-date.ts');
  const args = ['rotate-secret', appId, '--grace-seconds', '60'];
  const { exitCode } = await apps(args, { SHIFT_MS: '-600000' }, ['--import', preload]);
  expect(exitCode).toBe(0);
  const opened = openDatabase(database.url, { poolSize: 1, log: createLogger('silent') });
  onTestFinished(() => opened.$disconnect());
  const { expiresAt } = await opened.appSecret.findFirstOrThrow({
    where: { appId, expiresAt: { not: null } },
  });
  expect(expiresAt?.getTime()).toBeGreaterThan(before);
});

it('redacts the personal data of one user of an App, and encrypts recipients stored in plain text', async () => {
  const { appId } = await appsJson('create', '--name', 'of persons');
  const client = openDatabase(database.url, { poolSize: 1, log: createLogger('silent') });
  onTestFinished(() => client.$disconnect());
  const rows = await seedIntents({ database: client }, 3, (index) => ({
    appId,
    userId: index === 2 ? 'other' : 'person',
    status: index === 1 ? 'PROCESSING' : 'CANCELLED',
  }));
  const [ended, open, other] = rows.map(({ id }) => id);
  expect(await appsJson('redact', '--app', appId, '--user', 'person')).toEqual({ redacted: 1, open: 1 });
  expect(await appsJson('redact', '--app', appId, '--userId', 'person')).toEqual({ redacted: 0, open: 1 });
  const words = await apps(['redact', '--app', appId, '--user', 'person']);
  expect(words.stdout).toMatch(/^0 intents of person are redacted\. 1 have not ended/);

  expect(await appsJson('rekey')).toMatchObject({ recipients: 2, left: 0 });
  expect(await appsJson('rekey')).toMatchObject({ resealed: 0, recipients: 0, left: 0 });
  const rest = await client.intent.findMany({ where: { appId }, select: { id: true, phone: true } });
  expect(new Map(rest.map(({ id, phone }) => [id, phone]))).toEqual(
    new Map([
      [ended, '***'],
      [open, ''],
      [other, ''],
    ]),
  );
});

it.concurrent.each<[why: string, args: string[], env: Record<string, string>, message: string]>([
  [
    'an invalid allow-list entry',
    ['create', '--name', 'b', '--ip', '10.1/16'],
    {},
    'entry 1 of --ip is neither',
  ],
  ['a name of blanks', ['create', '--name', ' '], {}, '1 to 100 characters'],
  ['an update without changes', ['update', 'app_none'], {}, 'nothing to change'],
  ['a grace time that is not a number', ['rotate-secret', 'a', '--grace-seconds', '-1'], {}, 'whole seconds'],
  [
    'no database',
    ['list'],
    { DATABASE_URL: '' },
    'no database: start the service first (npm start), or set its DATA_DIR',
  ],
  ['an unknown App', ['redact', '--app', 'app_none', '--user', 'u'], {}, 'there is no App app_none'],
  ['an invalid setting', ['list'], { SECRETS_KEY: 'canary-key' }, 'SECRETS_KEY must be 32 bytes'],
])('refuses %s in one sentence on stderr', async (_why, args, env, message) => {
  const { exitCode, stdout, stderr } = await apps(args, env);
  expect(stdout).toBe('');
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/ {4}at |canary-key/);
  expect(exitCode).toBe(1);
});

it('grants the permissions that are named, and no others', async () => {
  const { appId, permissions } = await appsJson(
    'create',
    '--name',
    'agent',
    '--permissions',
    'intents:read',
    'intents:draft',
  );
  expect(permissions).toEqual(['intents:read', 'intents:draft']);
  const updated = await appsJson('update', appId, '--permissions', 'webhooks:read');
  expect(updated.permissions).toEqual(['webhooks:read']);
  const unknown = await apps(['update', appId, '--permissions', 'intents:buy']);
  expect(unknown.exitCode).not.toBe(0);
  expect(unknown.stderr).toContain('webhooks:write');
});

it('registers a webhook endpoint with an App, and seals its secret anew with a new key', async () => {
  const refused = await apps(['create', '--name', 'numbers', '--webhook-url', 'https://10.0.0.1/']);
  expect(refused.stderr).toContain('--webhook-url must be an https URL');
  expect(await appsJson('list')).not.toContainEqual(expect.objectContaining({ name: 'numbers' }));
  const url = 'https://erp.example.com/hooks';
  const { appId, webhook } = await appsJson('create', '--name', 'hooked', '--webhook-url', url);
  expect(webhook.secret).toMatch(/^whsec_/);
  const stored = openDatabase(database.url, { poolSize: 1, log: createLogger('silent') });
  onTestFinished(() => stored.$disconnect());
  expect(await stored.webhookEndpoint.findMany({ where: { appId } })).toMatchObject([
    { id: webhook.id, url },
  ]);
  const old = randomBytes(32).toString('base64');
  const args = ['rekey', '--json'];
  const env = { DATA_KEY: randomBytes(32).toString('base64'), DATA_KEY_PREVIOUS: old };
  expect(await printedJson(apps(args, env))).toMatchObject({ webhooks: 1 });
  expect(await printedJson(apps(args, env))).toMatchObject({ webhooks: 0 });
});

it('lists the webhook endpoints of an App: their state, since when they fail, and what waits', async () => {
  const url = 'https://erp.example.com/watched?token=canary-token';
  const { appId, webhook } = await appsJson('create', '--name', 'watched', '--webhook-url', url);
  expect((await apps(['webhooks', appId])).stdout).toMatch(/^whk_\w+  enabled  not failing  nothing waits  /);
  const stored = openDatabase(database.url, { poolSize: 1, log: createLogger('silent') });
  onTestFinished(() => stored.$disconnect());
  const [at, later, endedAt] = [1, 2, 3].map((hour) => new Date(`2026-11-21T0${hour}:00:00Z`)) as [
    Date,
    Date,
    Date,
  ];
  const add = (sequence: number, queuedAt: Date, open = true) =>
    stored.webhookDelivery.create({
      data: {
        id: randomUUID(),
        webhookId: webhook.id,
        appId,
        sequence,
        publishedAt: queuedAt,
        eventId: randomUUID(),
        type: 'intent.failed',
        subjectId: 'int_1',
        state: open ? 'PENDING' : 'SUCCEEDED',
        dueAt: open ? new Date() : null,
        queuedAt,
        createdAt: queuedAt,
      },
    });
  await add(1, at, false);
  await add(2, later);
  await add(3, endedAt);
  const where = { webhookId: webhook.id };
  await stored.webhookLane.update({ where, data: { failingSince: at } });
  const shown = {
    webhookId: webhook.id,
    url: 'https://erp.example.com/watched?…',
    status: 'ENABLED',
    disabledReason: null,
    disabledAt: null,
    failingSince: at.toISOString(),
    waiting: 2,
    oldestWaiting: later.toISOString(),
  };
  expect(await appsJson('webhooks', appId)).toEqual([shown]);
  const words = `failing since ${at.toISOString()}  2 wait, the oldest since ${later.toISOString()}`;
  expect((await apps(['webhooks', appId])).stdout).toContain(words);
  // What was queued before it was disabled is over, although no sweep has said so.
  await stored.webhookLane.update({ where, data: { endUpTo: later } });
  expect(await appsJson('webhooks', appId)).toMatchObject([
    { waiting: 1, oldestWaiting: endedAt.toISOString() },
  ]);
  const disabled = { disabledAt: endedAt, disabledReason: 'GONE' };
  await stored.webhookEndpoint.update({ where: { id: webhook.id }, data: disabled });
  expect(await appsJson('webhooks', appId)).toMatchObject([
    {
      status: 'DISABLED',
      disabledReason: 'GONE',
      disabledAt: endedAt.toISOString(),
      waiting: 0,
      oldestWaiting: null,
    },
  ]);
  expect((await apps(['webhooks', appId])).stdout).toContain(
    `disabled since ${endedAt.toISOString()} (GONE)`,
  );
  const { stdout } = await apps(['webhooks', (await appsJson('create', '--name', 'without')).appId]);
  expect(stdout).toContain('has no webhook endpoint');
  expect((await apps(['webhooks', 'app_none'])).stderr).toContain('there is no App app_none');
  expect(await stored.auditEvent.findMany({ where: { subjectId: webhook.id } })).toMatchObject([
    { action: 'webhook.created', actorKind: 'operator', after: { url: shown.url } },
  ]);
}, 60_000);
