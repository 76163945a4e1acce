import { type ErrorName, LIMITS, ROUTES } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { rawRequest, requestBytes, toAnswer } from '../support/raw-request.ts';
import { signedHeaders } from '../support/sign.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

const INTENTS = ROUTES.listIntents.path;
const HEALTH = ROUTES.getHealth.path;
const JSON_TYPE = { 'Content-Type': 'application/json' };

function sign(method: string, path: string, body: string | Buffer = '') {
  const timestamp = String(clock.now().getTime());
  return signedHeaders(service.signer, { method, path, body, timestamp });
}

const send = (requestLine: string, headers: Record<string, string> | string[] = {}, body?: string | Buffer) =>
  rawRequest(service.port, requestBytes(`${requestLine} HTTP/1.1`, headers, body));

/** A create with exactly these bytes as body, correctly signed. */
const createWith = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
  send(`POST ${INTENTS}`, { ...sign('POST', INTENTS, body), ...headers }, body);

const chunked = (body: string) => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;

describe('a target that is not a path of the contract, signed as sent (A2)', () => {
  it.each<[target: string, name: ErrorName]>([
    [`/${INTENTS}`, 'ROUTE_NOT_FOUND'],
    [`${INTENTS}/`, 'ROUTE_NOT_FOUND'],
    ['/api/v1//intents', 'ROUTE_NOT_FOUND'],
    ['/api/v1/./intents', 'ROUTE_NOT_FOUND'],
    ['/api/v1/x/../intents', 'ROUTE_NOT_FOUND'],
    ['/api/v1/%2e%2e/v1/intents', 'ROUTE_NOT_FOUND'],
    ['/api/v1/%69ntents', 'ROUTE_NOT_FOUND'],
    ['/API/v1/intents', 'ROUTE_NOT_FOUND'],
    ['/API/V1/health', 'ROUTE_NOT_FOUND'],
    [`${HEALTH}/`, 'ROUTE_NOT_FOUND'],
    [`${INTENTS};x=1`, 'ROUTE_NOT_FOUND'],
    [`${INTENTS}\\x`, 'ROUTE_NOT_FOUND'],
    ['/api', 'ROUTE_NOT_FOUND'],
    ['/docs/../api/v1/intents', 'ROUTE_NOT_FOUND'],
    [`${INTENTS}#fragment`, 'SIGNATURE_INVALID'],
    [`http://elsewhere.test${INTENTS}`, 'SIGNATURE_INVALID'],
    // The URL parser throws for these; so must nothing that runs outside a handler.
    ['http://[', 'ROUTE_NOT_FOUND'],
    ['http://[::1', 'ROUTE_NOT_FOUND'],
    ['http://a[b]/x', 'ROUTE_NOT_FOUND'],
    [`${INTENTS}/int_{}`, 'SIGNATURE_INVALID'],
    [`${INTENTS}?a="b"`, 'SIGNATURE_INVALID'],
    [`${INTENTS}/%`, 'INTENT_NOT_FOUND'],
    [`${INTENTS}/%ZZ`, 'INTENT_NOT_FOUND'],
    [`${INTENTS}/%FF`, 'INTENT_NOT_FOUND'],
    [`${INTENTS}/%C3%28/events`, 'INTENT_NOT_FOUND'],
    ['/api/v1/%ZZ', 'ROUTE_NOT_FOUND'],
    ['/%', 'ROUTE_NOT_FOUND'],
    ['/docs/%ZZ', 'ROUTE_NOT_FOUND'],
    [`${HEALTH}?x=1`, 'VALIDATION_FAILED'],
    [`${HEALTH}?%ZZ`, 'VALIDATION_FAILED'],
    [`${INTENTS}/%00`, 'INTENT_NOT_FOUND'],
    [`${INTENTS}/a%2Fb`, 'INTENT_NOT_FOUND'],
    [`${INTENTS}/INT_${'0'.repeat(32)}`, 'INTENT_NOT_FOUND'],
    [`${INTENTS}/${'x'.repeat(2000)}`, 'INTENT_NOT_FOUND'],
    [`${INTENTS}?%`, 'VALIDATION_FAILED'],
    [`${INTENTS}?userId=%ZZ`, 'VALIDATION_FAILED'],
    [`${INTENTS}?userId=%FF`, 'VALIDATION_FAILED'],
    [`${INTENTS}?userId=a&userId=b`, 'VALIDATION_FAILED'],
    [`${INTENTS}?__proto__=1`, 'VALIDATION_FAILED'],
  ])('GET %s is %s (I1, E5)', async (target, name) => {
    const answer = await send(`GET ${target}`, sign('GET', target));
    expectError(toAnswer(answer), name);
    expect(answer.text.isWellFormed() && !answer.text.includes('\\ud800')).toBe(true);
  });

  it('the absolute form reaches nothing without its signature (S4)', async () => {
    const answer = await send(`GET http://elsewhere.test${INTENTS}`);
    expectError(toAnswer(answer), 'APP_UNKNOWN');
  });
});

describe('a method that is not of the contract', () => {
  it.each(['OPTIONS', 'TRACE', 'PATCH', 'PROPFIND', 'LOCK'])(
    '%s is 40500, unsigned or not (E3)',
    async (method) => {
      const unsigned = await send(`${method} ${INTENTS}`);
      expectError(toAnswer(unsigned), 'METHOD_NOT_ALLOWED');
      expect(unsigned.headers['access-control-allow-origin']).toBeUndefined();
      expectError(toAnswer(await send(`${method} ${INTENTS}`, sign(method, INTENTS))), 'METHOD_NOT_ALLOWED');
    },
  );

  it('OPTIONS * is 40400', async () => {
    expectError(toAnswer(await send('OPTIONS *')), 'ROUTE_NOT_FOUND');
  });

  it('HEAD is answered like GET, without a body, and signs as HEAD (A2)', async () => {
    expect(await send(`HEAD ${HEALTH}`)).toMatchObject({ status: 200, text: '' });
    expect(await send(`HEAD ${INTENTS}`, sign('HEAD', INTENTS))).toMatchObject({ status: 200, text: '' });
    expect(await send(`HEAD ${INTENTS}`, sign('GET', INTENTS))).toMatchObject({ status: 401, text: '' });
    expect(await send(`HEAD ${INTENTS}`)).toMatchObject({ status: 401, text: '' });
  });

  it('a method override header changes nothing (S10)', async () => {
    const headers = { ...sign('POST', INTENTS, '{}'), ...JSON_TYPE, 'X-HTTP-Method-Override': 'GET' };
    expectError(toAnswer(await send(`POST ${INTENTS}`, headers, '{}')), 'VALIDATION_FAILED');
  });
});

describe('a body that is not one JSON object in UTF-8 (E4, E11)', () => {
  it.each<[title: string, body: string | Buffer]>([
    ['nothing', ''],
    ['a broken object', '{"userId":'],
    ['an object with something after it', '{} {}'],
    ['an array', '[]'],
    ['a number', '123'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['white space before the object', ' {}'],
    ['a byte order mark before the object', '\uFEFF{}'],
    ['NaN', '{"price":NaN}'],
    ['a control character in a string', '{"title":"\u0001"}'],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
    [
      'half a character',
      Buffer.concat([Buffer.from('{"title":"'), Buffer.from('中').subarray(0, 2), Buffer.from('"}')]),
    ],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
  ])('%s is 40003', async (_title, body) => {
    expectError(toAnswer(await createWith(body)), 'BODY_MALFORMED');
  });

  it.each<[title: string, body: string]>([
    ['nesting 200,000 deep', `{"title":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['100,000 unknown fields', `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":1`).join()}}`],
    ['a lone surrogate', String.raw`{"userId":"\ud800"}`],
    ['__proto__', '{"__proto__":{"polluted":true}}'],
    ['a number beyond every double', '{"price":1e999}'],
  ])('%s is 40001 (E5, E11)', async (_title, body) => {
    expectError(toAnswer(await createWith(body)), 'VALIDATION_FAILED');
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('the media type of a body (E3)', () => {
  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON'])(
    '%s is read',
    async (type) => {
      expectError(toAnswer(await createWith('{}', { 'Content-Type': type })), 'VALIDATION_FAILED');
    },
  );

  it.each([
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/json, text/plain',
    'application/json-patch+json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  ])('%s is 41501', async (type) => {
    expectError(toAnswer(await createWith('{}', { 'Content-Type': type })), 'MEDIA_TYPE_UNSUPPORTED');
  });

  it.each<Record<string, string>>([{}, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }])(
    'headers %j are 41501',
    async (headers) => {
      expectError(toAnswer(await createWith('{}', headers)), 'MEDIA_TYPE_UNSUPPORTED');
    },
  );
});

describe('sizes (E3)', () => {
  const ofSize = (bytes: number) => `{"title":"${'x'.repeat(bytes - 12)}"}`;

  it('a body of exactly 1 MB is read', async () => {
    expectError(toAnswer(await createWith(ofSize(LIMITS.bodyBytes))), 'VALIDATION_FAILED');
  });

  it('a byte more is 41301, and the connection ends', async () => {
    const answer = await createWith(ofSize(LIMITS.bodyBytes + 1));
    expectError(toAnswer(answer), 'BODY_TOO_LARGE');
    expect(answer.headers['connection']).toBe('close');
  });

  it('a byte more in chunks is 41301', async () => {
    const body = ofSize(LIMITS.bodyBytes + 1);
    const headers = { ...sign('POST', INTENTS, body), ...JSON_TYPE, 'Transfer-Encoding': 'chunked' };
    expectError(toAnswer(await send(`POST ${INTENTS}`, headers, chunked(body))), 'BODY_TOO_LARGE');
  });

  it('a body that only claims to be larger is refused unread', async () => {
    const answer = await createWith('{', { ...JSON_TYPE, 'Content-Length': String(LIMITS.bodyBytes + 1) });
    expectError(toAnswer(answer), 'BODY_TOO_LARGE');
  });

  it('a URL of exactly 8192 characters is read, one more is 41401', async () => {
    const longest = `${INTENTS}?userId=`.padEnd(LIMITS.urlChars, 'x');
    expectError(toAnswer(await send(`GET ${longest}`, sign('GET', longest))), 'VALIDATION_FAILED');
    expectError(toAnswer(await send(`GET ${longest}x`, sign('GET', `${longest}x`))), 'URL_TOO_LONG');
  });
});

describe('framing', () => {
  it('a chunked body is the same body (S9)', async () => {
    const headers = { ...sign('POST', INTENTS, '{}'), ...JSON_TYPE, 'Transfer-Encoding': 'chunked' };
    expectError(toAnswer(await send(`POST ${INTENTS}`, headers, chunked('{}'))), 'VALIDATION_FAILED');
  });

  it.each(['100-continue', 'something-else'])('a caller that expects %s gets its answer', async (Expect) => {
    const answer = await createWith('{}', { ...JSON_TYPE, Expect });
    expectError(toAnswer(answer), 'VALIDATION_FAILED');
  });

  it.each(['HTTP/1.0', 'HTTP/1.1'])('%s is served', async (version) => {
    const answer = await rawRequest(service.port, requestBytes(`GET ${HEALTH} ${version}`));
    expectSuccess(toAnswer(answer), 'getHealth');
  });

  it.each(['websocket', 'h2c'])('an upgrade to %s is not made', async (protocol) => {
    const answer = await send(`GET ${HEALTH}`, { Connection: 'Upgrade', Upgrade: protocol });
    expectSuccess(toAnswer(answer), 'getHealth');
  });

  it('bytes behind a whole request do not become its answer', async () => {
    const request = requestBytes(`GET ${INTENTS} HTTP/1.1`, sign('GET', INTENTS, ''));
    const answer = await rawRequest(service.port, Buffer.concat([request, Buffer.from('GARBAGE\r\n\r\n')]));
    expectSuccess(toAnswer(answer), 'listIntents');
  });

  it.each<[title: string, bytes: Buffer]>([
    ['garbage', Buffer.from('GARBAGE\r\n\r\n')],
    ['a TLS greeting', Buffer.from('16030100a5010000a1030300', 'hex')],
    ['the HTTP/2 preface', Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
    ['an unknown method', Buffer.from('FETCH / HTTP/1.1\r\nHost: a\r\n\r\n')],
    ['raw UTF-8 in the path', Buffer.from(`GET ${INTENTS}/中 HTTP/1.1\r\nHost: a\r\n\r\n`)],
    ['bare line feeds', Buffer.from(`GET ${HEALTH} HTTP/1.1\nHost: a\n\n`)],
    ['a folded header', requestBytes(`GET ${HEALTH} HTTP/1.1`, ['X-A: 1', ' 2'])],
    ['a NUL in a header', requestBytes(`GET ${HEALTH} HTTP/1.1`, ['X-A: a\0b'])],
    ['a blank before the colon', requestBytes(`GET ${HEALTH} HTTP/1.1`, ['Content-Length : 0'])],
    ['many headers', requestBytes(`GET ${HEALTH} HTTP/1.1`, Array<string>(20_000).fill('X-A: a'))],
    ['headers without end', requestBytes(`GET ${HEALTH} HTTP/1.1`, [`X-A: ${'a'.repeat(70_000)}`])],
    [
      'a length and chunks',
      requestBytes(
        `POST ${INTENTS} HTTP/1.1`,
        ['Content-Length: 2', 'Transfer-Encoding: chunked'],
        chunked('{}'),
      ),
    ],
    [
      'two lengths',
      requestBytes(`POST ${INTENTS} HTTP/1.1`, ['Content-Length: 2', 'Content-Length: 3'], '{} '),
    ],
    ['a length with a sign', requestBytes(`POST ${INTENTS} HTTP/1.1`, ['Content-Length: +2'], '{}')],
    [
      'an unknown coding',
      requestBytes(`POST ${INTENTS} HTTP/1.1`, ['Transfer-Encoding: xchunked'], chunked('{}')),
    ],
  ])('%s is 40003, and the connection ends (E1, S9)', async (_title, bytes) => {
    const answer = await rawRequest(service.port, bytes);
    expectError(toAnswer(answer), 'REQUEST_MALFORMED');
    expect(answer.headers['connection']).toBe('close');
  });

  it('a tunnel is not opened', async () => {
    expectError(toAnswer(await send('CONNECT elsewhere.test:443')), 'REQUEST_MALFORMED');
  });

  it.each([17_000, 60_000, 66_000, 70_000, 300_000])(
    'a URL of %i characters is 41401 as well (E3)',
    async (length) => {
      expectError(toAnswer(await send(`GET ${HEALTH}?`.padEnd(length, 'x'))), 'URL_TOO_LONG');
    },
  );
});

it('nothing of all this has left a record', async () => {
  expect(await service.database.intent.count()).toBe(0);
});
