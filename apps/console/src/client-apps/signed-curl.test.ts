import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { signingPrefix } from '@procurement-intents/contract/signing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { signedCurl } from './signed-curl.ts';

// A busy machine takes seconds for each program.
vi.setConfig({ testTimeout: 120_000 });

const SECRET = `-it's "a" $SECRET`;
const run = promisify(execFile);

let server: Server;
let baseUrl: string;
let received: { request: IncomingMessage; body: string };

beforeAll(async () => {
  const receive = async (request: IncomingMessage): Promise<void> => {
    received = { request, body: await text(request) };
  };
  server = createServer((request, response) => {
    void receive(request).finally(() => response.end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it.each([
  { method: 'GET', path: '/api/v1/intents?pageSize=5&userId=user_1001' },
  { method: 'DELETE', path: `/api/v1/intents/a'b` },
  { method: 'POST', path: '/api/v1/intents', body: `{"title":"it's \\"$HOME\\" \`id\` 无线鼠标"}\n` },
])('is a line that signs and sends $method $path', async ({ method, path, body = '' }) => {
  const line = signedCurl({ baseUrl, appId: 'app_1', method, path, body });
  expect(line).not.toContain(SECRET);
  const { PATH } = process.env;
  await run('bash', ['-c', line], { env: { PATH, PROCUREMENT_APP_SECRET: SECRET } });
  const { headers, url } = received.request;
  expect([received.request.method, url, received.body]).toEqual([method, path, body]);
  expect(headers['x-app-id']).toBe('app_1');
  expect(Math.abs(Number(headers['x-timestamp']) - Date.now())).toBeLessThan(60_000);
  const signed = signingPrefix(method, path, String(headers['x-timestamp'])) + body;
  expect(headers['x-signature']).toBe(createHmac('sha256', SECRET).update(signed).digest('hex'));
  expect(headers['content-type']).toBe(body === '' ? undefined : 'application/json');
});
