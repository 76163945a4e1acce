import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestBody } from '../procurement/support.ts';
import { addPerson, callBearer } from '../support/bearer.ts';
import { postToken } from '../support/oauth.ts';
import { type CommandRun, printedJson, runCommand } from '../support/run-command.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { startTestService } from '../support/test-service.ts';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'clients-cli-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs the command in a process with an environment of its own; it needs no key. */
const clients = (...args: readonly string[]): Promise<CommandRun> =>
  runCommand('clients', args, { env: { DATABASE_URL: database.url, DATA_DIR: dataDir } });

const clientsJson = (...args: string[]): Promise<any> => printedJson(clients(...args, '--json'));

it('creates, rotates, disables, enables and lists a client', async () => {
  const uri = 'https://ledger.example/callback';
  const args = '--name Ledger --grant code client-credentials --role requester --redirect-uri';
  const created = await clientsJson('create', ...args.split(' '), uri);
  expect(created).toMatchObject({
    clientId: expect.stringMatching(/^cli_[0-9a-f]{32}$/),
    clientSecret: expect.stringMatching(/^cs_[0-9A-Za-z]{43}$/),
    name: 'Ledger',
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
    redirectUris: [uri],
  });
  const rotated = await clientsJson('rotate-secret', created.clientId, '--grace-seconds', '60');
  expect(rotated.clientSecret).not.toBe(created.clientSecret);
  for (const [command, isDisabled] of [
    ['enable', false],
    ['disable', true],
  ] as const) {
    expect(await clientsJson(command, created.clientId)).toEqual({ clientId: created.clientId, isDisabled });
  }
  const [listed] = await clientsJson('list');
  expect(listed).toMatchObject({ clientId: created.clientId, isPublic: false, isDisabled: true });
  expect(JSON.stringify(listed)).not.toContain('cs_');
});

describe('a client of its own that counts as a user', () => {
  const scope = 'write:purchase-requests';
  const argsFor = (username: string, ...scopes: string[]) =>
    'create --name Desk --grant client-credentials --json --user'
      .split(' ')
      .concat(username, '--scope', scopes);

  it('asks to buy in the name of the user', async () => {
    const service = await startTestService();
    try {
      const { id, username } = await addPerson(service, [scope]);
      const env = { DATABASE_URL: service.databaseUrl, DATA_DIR: dataDir };
      const made: any = await printedJson(runCommand('clients', argsFor(username, scope), { env }));
      const { body } = await postToken(
        service,
        { id: made.clientId, secret: made.clientSecret },
        { grant_type: 'client_credentials' },
      );
      const asked = await callBearer(service, 'POST', '/v1/purchase-requests', {
        credential: body.access_token,
        body: requestBody(service),
      });
      expect([asked.status, asked.body.requestedBy]).toEqual([201, id]);
    } finally {
      await service.stop();
    }
  });

  it('has no scope that the user has not', async () => {
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    await runCommand('users', ['create', '--username', 'li.si', '--scopes', 'read:orders'], { env });
    expect((await clients(...argsFor('li.si', 'read:orders', scope))).stderr).toBe(
      `li.si has not ${scope}\n`,
    );
    expect((await clients(...argsFor('nobody', 'read:orders'))).stderr).toBe('there is no user nobody\n');
  });
});

it.each([
  [['--grant', 'code', '--scope', 'read:orders'], /needs a redirect URI/],
  [['--grant', 'code', '--scope', 'read:orders', '--redirect-uri', 'http://app.example/cb'], /must be https/],
  [
    ['--grant', 'code', '--scope', 'read:orders', '--redirect-uri', 'com.example.app:/cb'],
    /for a public client/,
  ],
  [['--grant', 'client-credentials', '--scope', 'read:orders', '--public'], /no credentials of its own/],
  [['--grant', 'client-credentials'], /scopes must hold at least one/],
])('refuses a client that cannot be: %j', async (args, text) => {
  const { exitCode, stdout, stderr } = await clients('create', '--name', 'x', ...args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(text);
});

it('names a client that does not exist', async () => {
  for (const command of ['rotate-secret', 'disable', 'enable'])
    expect((await clients(command, 'cli_x')).stderr).toBe('there is no client cli_x\n');
});
