import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { intentBody } from '../support/intent-factory.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { environmentOf, runBinary, type RunOptions } from './procurement-intents.ts';

let service: TestService;
let dir: string;
let bodyFile: string;
let body: string;
beforeAll(async () => {
  service = await startTestService();
  dir = mkdtempSync(join(tmpdir(), "cli's signing "));
  bodyFile = join(dir, 'order.json');
  body = `${JSON.stringify(intentBody(service, 'ordinary', { draft: true, remarks: "it's" }), null, 2)}\n`;
  writeFileSync(bodyFile, body);
});
afterAll(async () => {
  await service.stop();
  rmSync(dir, { recursive: true, force: true });
});

const run = (args: string[], options: RunOptions = {}) =>
  runBinary(args, { ...options, env: { ...environmentOf(service), ...options.env } });

function parseHeaders(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  );
}

const shell = promisify(execFile);

it('prints headers that the service accepts', async () => {
  const path = '/api/v1/intents?pageSize=1&userId=a%20b';
  const { exitCode, stdout, stderr } = await run(['sign', 'get', path]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const response = await fetch(service.baseUrl + path, { headers: parseHeaders(stdout) });
  expect(response.status).toBe(200);
});

it.each([
  ['a file', () => ({ args: ['--body', bodyFile], options: {} })],
  ['stdin', () => ({ args: ['--body', '-'], options: { input: body } })],
])('prints a curl command that sends the body of %s as it was signed', async (_, of) => {
  const { args, options } = of();
  const { stdout } = await run(['sign', 'POST', '/api/v1/intents', '--curl', ...args], options);
  const { stdout: answer } = await shell('sh', [
    '-c',
    stdout.replace(/^curl /, 'curl --silent --show-error '),
  ]);
  expect(JSON.parse(answer)).toMatchObject({ code: 0, data: { status: 'DRAFT' } });
});

it('signs the path without the prefix of a gateway, and says so', async () => {
  const env = { PROCUREMENT_BASE_URL: `${service.baseUrl}/gateway/` };
  const { stdout, stderr } = await run(['sign', 'GET', '/api/v1/intents', '--json'], { env });
  expect(stderr).toContain('sees no /gateway, so /api/v1/intents is signed');
  const { url, headers } = JSON.parse(stdout);
  expect(url).toBe(`${service.baseUrl}/gateway/api/v1/intents`);
  const expected = createHmac('sha256', service.signer.appSecret)
    .update(`GET/api/v1/intents${headers['x-timestamp']}`)
    .digest('hex');
  expect(headers['x-signature']).toBe(expected);
});

it('verifies a signature, and names the mistake behind a wrong one', async () => {
  const timestamp = String(Date.now());
  const sign = (text: string) => createHmac('sha256', service.signer.appSecret).update(text).digest('hex');
  const verify = (signature: string) =>
    run([
      'verify',
      'POST',
      '/api/v1/intents?a=1',
      '--timestamp',
      timestamp,
      '--signature',
      signature,
      '-b',
      bodyFile,
    ]);

  expect(await verify(sign(`POST/api/v1/intents?a=1${timestamp}${body}`))).toEqual({
    exitCode: 0,
    stdout: 'The signature is right: this secret made it over this request.\n',
    stderr: '',
  });
  const anew = JSON.stringify(JSON.parse(body));
  expect(await verify(sign(`POST/api/v1/intents${timestamp}${anew}`))).toEqual({
    exitCode: 1,
    stdout:
      'The signature is wrong. It was made with the path without its query, and the body written anew (without spaces).\n',
    stderr: '',
  });
  expect((await verify('ab'.repeat(32))).stdout).toContain('no common mistake explains it');
});

it('refuses a right signature with an old timestamp, unless the request is as old', async () => {
  const timestamp = String(Date.now() - 7_200_000);
  const signature = createHmac('sha256', service.signer.appSecret)
    .update(`GET/api/v1/intents${timestamp}`)
    .digest('hex');
  const args = ['verify', 'GET', '/api/v1/intents', '--timestamp', timestamp, '--signature', signature];
  const late = await run(args);
  expect(late).toMatchObject({ exitCode: 1, stderr: '' });
  expect(late.stdout).toContain('The signature is right');
  expect(late.stdout).toMatch(/refuses the timestamp \(40102\).* 2 h 0 min before the request/);
  const headers = { 'x-app-id': service.signer.appId, 'x-timestamp': timestamp, 'x-signature': signature };
  const refused = await fetch(`${service.baseUrl}/api/v1/intents`, { headers });
  expect(refused.headers.get('x-error-name')).toBe('TIMESTAMP_INVALID');

  const receivedMs = Number(timestamp) + 60_000;
  const seconds = Math.floor(receivedMs / 1_000);
  for (const receivedAt of [new Date(receivedMs).toISOString(), receivedMs, seconds, `${seconds}.25`]) {
    expect(await run([...args, '--received-at', String(receivedAt)])).toMatchObject({ exitCode: 0 });
  }
  expect(await run([...args, '--received-at', String(receivedMs + 300_000)])).toMatchObject({ exitCode: 1 });
  const json = await run([...args, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    isValid: true,
    timestampFault: expect.stringContaining('5 minutes'),
  });
});

it('takes the secret from stdin, and never shows it', async () => {
  const { appId, appSecret } = service.signer;
  const env = { PROCUREMENT_APP_SECRET: '' };
  const options = { env, input: `${appSecret}\n` };
  const signed = await run(['sign', 'GET', '/api/v1/intents', '--app-secret-stdin', '--json'], options);
  const { headers, url } = JSON.parse(signed.stdout);
  expect((await fetch(url, { headers })).status).toBe(200);

  const file = join(dir, 'config.json');
  writeFileSync(file, JSON.stringify({ appId, appSecret }), { mode: 0o600 });
  const runs = await Promise.all([
    run(['doctor', '--app-secret-stdin'], options),
    run(['intents', 'list', '--config', file, '--json'], { env }),
    run(['intents', 'get', 'x', `--app-secret=${appSecret}`], { env }),
    run(['intents', 'get', 'int_1'], { env: { PROCUREMENT_APP_SECRET: `${appSecret}\n` } }),
  ]);
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 2, 1]);
  expect(JSON.stringify([signed, ...runs])).not.toContain(appSecret);
});
