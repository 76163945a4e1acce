import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPOSITORY } from '../../src/config/config.ts';
import { requestBody } from '../procurement/support.ts';
import { addPerson, callBearer, expectBearerError, PASSWORD } from '../support/bearer.ts';
import { addClient, formTokenIn, PageVisitor } from '../support/oauth.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { runBinary } from './procurement-intents.ts';

const SCOPES = ['read:purchase-requests', 'write:purchase-requests'] as const;
let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startTestService();
  folder = mkdtempSync(join(tmpdir(), 'login-'));
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `login`; `confirm` gets the code that it shows. */
function logIn(env: Record<string, string>, confirm: (userCode: string) => Promise<void>): Promise<number> {
  const binary = join(REPOSITORY, 'packages', 'cli', 'dist', 'main.js');
  const child = spawn(process.execPath, [binary, 'login'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => {
      const isNew = !text.includes('confirm the code');
      text += chunk.toString();
      const [, code] = /confirm the code (\S+)\./.exec(text) ?? [];
      if (isNew && code !== undefined) confirm(code).catch(reject);
    });
    child.on('error', reject).on('close', (exitCode) => resolve(exitCode ?? -1));
  });
}

it('a person logs in by a page, decides on the command line, and logs out', async () => {
  const person = await addPerson(service, SCOPES, { approvalLimitFen: 1000_00n });
  const asker = await addPerson(service, SCOPES);
  const client = await addClient(service, { isPublic: true, scopes: [...SCOPES] });
  const env = {
    PATH: process.env['PATH'] ?? '',
    XDG_CONFIG_HOME: folder,
    PROCUREMENT_BASE_URL: service.baseUrl,
    PROCUREMENT_CLIENT_ID: client.id,
  };
  const exitCode = await logIn(env, async (userCode) => {
    const visitor = new PageVisitor(service);
    const { username } = person;
    const form = { user_code: userCode, username, password: PASSWORD };
    const consent = await visitor.follow(await visitor.post('/oauth/device', form));
    const decision = { form_token: formTokenIn(consent.html), decision: 'allow' };
    expect((await visitor.post('/oauth/interaction/consent', decision)).status).toBe(200);
  });
  expect(exitCode).toBe(0);

  const body = requestBody(service);
  const asked = await callBearer(service, 'POST', '/v1/purchase-requests', { body, credential: asker.token });
  const id = asked.body.id as string;
  const list = await runBinary(['requests', 'list', '--status', 'PENDING'], { env });
  expect(list.stdout.split('\t').slice(0, 2)).toEqual([id, 'PENDING']);
  const approved = await runBinary(['requests', 'approve', id, '--note', '预算内', '--json'], { env });
  expect(JSON.parse(approved.stdout)).toMatchObject({ status: 'APPROVED', decidedBy: person.id });
  const file = readFileSync(join(folder, 'procurement-intents', 'login.json'), 'utf8');
  const { accessToken: token } = JSON.parse(file) as { accessToken: string };
  expect((await runBinary(['logout'], { env })).stderr).toBe('Logged out.\n');
  expectBearerError(await callBearer(service, 'GET', '/v1/profile', { credential: token }), 'unauthorized');
  expect((await runBinary(['requests', 'list'], { env })).exitCode).toBe(2);
}, 60_000);
