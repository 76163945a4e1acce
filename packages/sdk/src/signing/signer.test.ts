import {
  SIGNABLE_PATH_PATTERN,
  SIGNATURE_PATTERN,
  SIGNING_HEADERS,
  signingPrefix,
  TIMESTAMP_PATTERN,
} from '@procurement-intents/contract/signing';
import { describe, expect, it } from 'vitest';
import { expectSigned, hmacHex, startRawServer, type RawRequest } from '../../test/raw-server.ts';
import { randomText, seededRandom } from '../../test/seeded-random.ts';
import { createClient, SECRET } from '../../test/start-service.ts';
import { createHmacSha256 as createNodeHmac } from './hmac-node.ts';
import { createHmacSha256 as createWebHmac } from './hmac-web.ts';
import { createSigner } from './signer.ts';

const REQUEST = { method: 'POST', path: '/api/v1/intents?a=%20', body: '{"title":"无线鼠标"}' };
const HMACS = [
  ['node:crypto', createNodeHmac],
  ['WebCrypto', createWebHmac],
] as const;

describe.each(HMACS)('signing with %s', (_, createHmacSha256) => {
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

describe('the request on the wire', () => {
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

  it('equals the signed text, for every query', async () => {
    const server = await startRawServer();
    const { intents } = createClient(server.baseUrl);
    const random = seededRandom(7);
    const values = [...TRICKY, ...Array.from({ length: 80 }, () => randomText(random))];
    for (const userId of values) await intents.list({ userId, page: 2 });
    expect(server.requests).toHaveLength(values.length);
    for (const request of server.requests) expectSigned(request);
  });

  it('equals the signed text, for every id and body', async () => {
    const server = await startRawServer();
    // Each client has its own App, and so its own limits.
    let { intents } = createClient(server.baseUrl);
    for (const text of TRICKY.filter((each) => each.isWellFormed() && each !== '')) {
      ({ intents } = createClient(server.baseUrl));
      await intents.get(text);
      await intents.update(text, { remarks: text });
      await intents.cancel(text);
      await intents.delete(text);
    }
    await intents.update('int_1', { remarks: '\ud800 alone', address: '\u2028' });
    for (const request of server.requests) expectSigned(request);
    expect(server.requests.every(({ target }) => target.startsWith('/api/v1/intents/'))).toBe(true);
  });

  it('has the path prefix of a gateway, which is not signed', async () => {
    const server = await startRawServer();
    await createClient(`${server.baseUrl}/procurement/`).intents.get('int_1');
    const [request] = server.requests as [RawRequest];
    expect(request.target).toBe('/procurement/api/v1/intents/int_1');
    expectSigned({ ...request, target: '/api/v1/intents/int_1' });
  });

  it('has only characters that the service accepts in a path', async () => {
    const server = await startRawServer();
    const { intents } = createClient(server.baseUrl);
    for (const userId of TRICKY) await intents.list({ userId });
    for (const { target } of server.requests) expect(target).toMatch(SIGNABLE_PATH_PATTERN);
  });
});
