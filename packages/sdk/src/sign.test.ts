import { createHmac } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import {
  SIGNABLE_PATH_PATTERN,
  SIGNATURE_PATTERN,
  SIGNING_HEADERS,
  signingPrefix,
  TIMESTAMP_PATTERN,
} from '@procurement-intents/contract/signing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, SECRET } from '../test/start-service.ts';
import { createHmacSha256 as createNodeHmac } from './hmac-node.ts';
import { createHmacSha256 as createWebHmac } from './hmac-web.ts';
import { createSigner } from './sign.ts';

const REQUEST = { method: 'POST', path: '/api/v1/intents?a=%20', body: '{"title":"无线鼠标"}' };
const MANNERS = [
  ['node:crypto', createNodeHmac],
  ['WebCrypto', createWebHmac],
] as const;

describe.each(MANNERS)('signing with %s', (_, createHmacSha256) => {
  it('matches the published example', async () => {
    const sign = createSigner('app_1', 'example-secret', createHmacSha256);
    const request = { method: 'GET', path: '/api/v1/intents?page=1', body: '' };
    expect(await sign({ ...request, timestampMs: 1_795_250_000_000 })).toEqual({
      'x-app-id': 'app_1',
      'x-timestamp': '1795250000000',
      'x-signature': hmacHex('example-secret', 'GET/api/v1/intents?page=11795250000000'),
    });
  });

  it('signs bytes of UTF-8, in secret and body alike', async () => {
    const headers = await createSigner('app_1', '密钥', createHmacSha256)({ ...REQUEST, timestampMs: 1 });
    const text = `${REQUEST.method}${REQUEST.path}1${REQUEST.body}`;
    expect(headers['x-signature']).toBe(hmacHex('密钥', text));
  });

  it('passes the check of the contract', async () => {
    const nowMs = Date.now();
    const headers = await createSigner('app_1', SECRET, createHmacSha256)({ ...REQUEST, timestampMs: nowMs });
    const timestamp = headers[SIGNING_HEADERS.timestamp] ?? '';
    expect(headers[SIGNING_HEADERS.appId]).toBe('app_1');
    expect(timestamp).toMatch(TIMESTAMP_PATTERN);
    expect(Number(timestamp)).toBe(nowMs);
    const text = signingPrefix(REQUEST.method, REQUEST.path, timestamp) + REQUEST.body;
    expect(headers[SIGNING_HEADERS.signature]).toMatch(SIGNATURE_PATTERN);
    expect(headers[SIGNING_HEADERS.signature]).toBe(hmacHex(SECRET, text));
  });

  it('signs a body of a megabyte and many requests at once', async () => {
    const sign = createSigner('app_1', SECRET, createHmacSha256);
    const bodies = ['x'.repeat(1024 * 1024), ...Array.from({ length: 20 }, (_, i) => `{"n":${i}}`)];
    const signed = await Promise.all(
      bodies.map(async (body) => sign({ method: 'PUT', path: '/', body, timestampMs: 5 })),
    );
    expect(signed.map((headers) => headers['x-signature'])).toEqual(
      bodies.map((body) => hmacHex(SECRET, `PUT/5${body}`)),
    );
  });
});

describe('what is on the wire', () => {
  const TRICKY = [
    '张三',
    'it\'s <b>&"q"</b>',
    'a b+c%2F%zz',
    '[x]|^`{}\\',
    '../..?x#y',
    ';,:@!$()*~',
    '\ud800',
    '\u202e\n',
    '',
  ];

  it('is what was signed, for every query', async () => {
    const server = await startRawServer();
    const { intents } = createClient(server.baseUrl);
    const random = seededRandom(7);
    const values = [...TRICKY, ...Array.from({ length: 80 }, () => randomText(random))];
    for (const userId of values) await intents.list({ userId, page: 2 });
    expect(server.requests).toHaveLength(values.length);
    for (const request of server.requests) expectSigned(request);
  });

  it('is what was signed, for every id and body', async () => {
    const server = await startRawServer();
    // Each as an App of its own, whose limits are its own as well.
    let { intents } = createClient(server.baseUrl);
    for (const [index, text] of TRICKY.filter((each) => each.isWellFormed() && each !== '').entries()) {
      ({ intents } = createClient(server.baseUrl, { appId: `app_${index}` }));
      await intents.get(text);
      await intents.update(text, { remarks: text });
      await intents.cancel(text);
      await intents.delete(text);
    }
    await intents.update('int_1', { remarks: '\ud800 alone', address: '\u2028' });
    for (const request of server.requests) expectSigned(request);
    expect(server.requests.every(({ target }) => target.startsWith('/api/v1/intents/'))).toBe(true);
  });

  it('has the prefix that a gateway wants before the paths, which is not signed', async () => {
    const server = await startRawServer();
    await createClient(`${server.baseUrl}/procurement/`).intents.get('int_1');
    const [request] = server.requests as [RawRequest];
    expect(request.target).toBe('/procurement/api/v1/intents/int_1');
    expectSigned({ ...request, target: '/api/v1/intents/int_1' });
  });

  it('is only what the service accepts in a path', async () => {
    const server = await startRawServer();
    const { intents } = createClient(server.baseUrl);
    for (const userId of TRICKY) await intents.list({ userId });
    for (const { target } of server.requests) expect(target).toMatch(SIGNABLE_PATH_PATTERN);
  });
});

interface RawRequest {
  method: string;
  target: string;
  headers: Map<string, string>;
  body: Buffer;
}

function expectSigned({ method, target, headers, body }: RawRequest): void {
  const timestamp = headers.get('x-timestamp') ?? '';
  expect(timestamp).toMatch(/^[0-9]{13}$/);
  const signed = Buffer.concat([Buffer.from(method + target + timestamp, 'latin1'), body]);
  expect(headers.get('x-signature'), target).toBe(hmacHex(SECRET, signed));
}

function hmacHex(secret: string, message: string | Buffer): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}

/** Reads requests off the socket byte by byte, so that no HTTP library tidies what is compared. */
async function startRawServer() {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let pending = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      const parsed = parseRequest(pending);
      if (!parsed) return;
      pending = Buffer.alloc(0);
      requests.push(parsed);
      const body = '{"code":0,"message":"","data":null}';
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function parseRequest(bytes: Buffer): RawRequest | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [requestLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = bytes.subarray(end + 4);
  if (body.length < Number(headers.get('content-length') ?? 0)) return null;
  const [method = '', target = ''] = requestLine.split(' ');
  return { method, target, headers, body };
}

/** The same texts in every run: a failure can be looked at again. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function randomText(random: () => number): string {
  const length = 1 + Math.floor(random() * 12);
  const codes = Array.from({ length }, () => Math.floor(random() * (random() < 0.7 ? 0x7f : 0xd7ff)) + 1);
  return String.fromCharCode(...codes);
}
