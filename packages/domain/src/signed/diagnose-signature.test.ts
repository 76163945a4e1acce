import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { diagnoseSignature } from './diagnose-signature.ts';

const SECRET = 'c2VjcmV0';
const TIMESTAMP = '1795251600000';
const PATH = '/api/v1/intents?userId=a+b&pageSize=5';
const BODY = '{"b":"请/x","a":[1, 2]}';
const [METHOD, BASE_URL] = ['POST', 'https://shop.example/gateway'];

const hmac = (text: string, key: string | Buffer = SECRET) =>
  createHmac('sha256', key).update(text).digest('hex');
const diagnose = (signature: string, { body = BODY, method = METHOD } = {}) =>
  diagnoseSignature(
    { method, path: PATH, timestamp: TIMESTAMP, body: Buffer.from(body) },
    { secret: SECRET, signature, baseUrl: BASE_URL },
  );

const RIGHT = METHOD + PATH + TIMESTAMP + BODY;

it('accepts a correct signature, also in upper case', () => {
  expect(diagnose(hmac(RIGHT))).toEqual({ isValid: true, mistakes: [] });
  expect(diagnose(hmac(RIGHT).toUpperCase())).toEqual({ isValid: true, mistakes: [] });
});

it.each([
  ['path without its query', hmac(RIGHT.replace(/\?.*?(?=1795)/, ''))],
  ['%20 in the query where +', hmac(RIGHT.replace('+', '%20'))],
  ['sorted', hmac(RIGHT.replace('userId=a+b&pageSize=5', 'pageSize=5&userId=a+b'))],
  ['without /api/v1', hmac(RIGHT.replace('/api/v1', ''))],
  ['/gateway before the path', hmac(RIGHT.replace('/api', '/gateway/api'))],
  ['whole address', hmac(RIGHT.replace('/api', 'https://shop.example/api'))],
  ['timestamp in seconds', hmac(RIGHT.replace(TIMESTAMP, '1795251600'))],
  ['ISO 8601', hmac(RIGHT.replace(TIMESTAMP, '2026-11-21T09:00:00.000Z'))],
  ['method in lower case', hmac(RIGHT.replace('POST', 'post'))],
  ['no body', hmac(RIGHT.replace(BODY, ''))],
  ['without spaces', hmac(RIGHT.replace('[1, 2]', '[1,2]'))],
  ['as Python does)', hmac(RIGHT.replace(BODY, '{"b": "请/x", "a": [1, 2]}'))],
  ['as Python does, escaped', hmac(RIGHT.replace(BODY, String.raw`{"b": "\u8bf7/x", "a": [1, 2]}`))],
  ['as PHP does', hmac(RIGHT.replace(BODY, String.raw`{"b":"\u8bf7\/x","a":[1,2]}`))],
  ['indented by 2', hmac(METHOD + PATH + TIMESTAMP + JSON.stringify(JSON.parse(BODY), null, 2))],
  ['keys sorted', hmac(RIGHT.replace(BODY, '{"a":[1,2],"b":"请/x"}'))],
  ['newline after the body', hmac(`${RIGHT}\n`)],
  ['newline after the secret', hmac(RIGHT, `${SECRET}\n`)],
  ['decoded from Base64', hmac(RIGHT, Buffer.from(SECRET, 'base64'))],
  ['newlines between', hmac([METHOD, PATH, TIMESTAMP, BODY].join('\n'))],
  ['timestamp, method, path, body', hmac(TIMESTAMP + METHOD + PATH + BODY)],
  ['exchanged', hmac(SECRET, RIGHT)],
  [
    'instead of an HMAC',
    createHash('sha256')
      .update(SECRET + RIGHT)
      .digest('hex'),
  ],
  ['HMAC-SHA1', createHmac('sha1', SECRET).update(RIGHT).digest('hex')],
  ['HMAC-SHA512', createHmac('sha512', SECRET).update(RIGHT).digest('hex')],
  ['Base64 instead of hex', Buffer.from(hmac(RIGHT), 'hex').toString('base64')],
  ['before the hex digits', `sha256=${hmac(RIGHT)}`],
])('recognises: %s', (label, signature) => {
  expect(diagnose(signature)).toEqual({ isValid: false, mistakes: [expect.stringContaining(label)] });
});

it('keeps bytes that are not UTF-8 unchanged, also with a mistake in another part', () => {
  const body = Buffer.from([0x7b, 0xff, 0x7d]);
  const signed = (before: string) => createHmac('sha256', SECRET).update(before).update(body).digest('hex');
  const diagnoseBytes = (signature: string) =>
    diagnoseSignature(
      { method: METHOD, path: PATH, timestamp: TIMESTAMP, body },
      { secret: SECRET, signature, baseUrl: undefined },
    );
  expect(diagnoseBytes(signed(METHOD + PATH + TIMESTAMP))).toEqual({ isValid: true, mistakes: [] });
  expect(diagnoseBytes(signed(METHOD + PATH)).mistakes).toEqual(['no timestamp']);
});

it('recognises {} for an empty body', () => {
  expect(diagnose(hmac(`${METHOD}${PATH}${TIMESTAMP}{}`), { body: '' }).mistakes).toEqual([
    '{} for an empty body',
  ]);
});

it('recognises a method that was signed as it was typed', () => {
  expect(diagnose(hmac(RIGHT.replace('POST', 'Post')), { method: 'Post' }).mistakes[0]).toContain('as typed');
});

it('recognises two mistakes at once, and reports the fewest that explain the signature', () => {
  const both = hmac(METHOD + PATH.replace(/\?.*/, '') + '1795251600' + BODY);
  expect(diagnose(both).mistakes).toEqual(['the path without its query', 'the timestamp in seconds']);
});

it('reports nothing when no mistake explains the signature, also for large bodies', () => {
  expect(diagnose(hmac('something else'))).toEqual({ isValid: false, mistakes: [] });
  expect(diagnose('zz', { body: `{"a":"${'x'.repeat(1_000_000)}"}` })).toEqual({
    isValid: false,
    mistakes: [],
  });
});
