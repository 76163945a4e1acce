import { describe, expect, it } from 'vitest';
import {
  SIGNABLE_PATH_PATTERN,
  SIGNATURE_PATTERN,
  SIGNING_HEADERS,
  signingPrefix,
  TIMESTAMP_PATTERN,
} from './signing.ts';

describe('signingPrefix', () => {
  it('joins method, path and timestamp without separators', () => {
    expect(signingPrefix('GET', '/api/v1/intents?page=1', '1795250000000')).toBe(
      'GET/api/v1/intents?page=11795250000000',
    );
  });

  it('puts the method in upper case and keeps the path byte for byte', () => {
    expect(signingPrefix('post', '/A/%7e%7E?b=%20&a=+', '1795250000000')).toBe(
      'POST/A/%7e%7E?b=%20&a=+1795250000000',
    );
  });
});

describe('TIMESTAMP_PATTERN', () => {
  it.each(['1795250000000', '0000000000000'])('accepts %o', (value) =>
    expect(value).toMatch(TIMESTAMP_PATTERN),
  );
  it.each([
    '',
    '179525000000',
    '17952500000000',
    '1795250000.00',
    '+179525000000',
    ' 1795250000000',
    '1795250000000\n',
    '1.79525e+12xx',
    '１７９５２５０００００００',
  ])('refuses %o', (value) => expect(value).not.toMatch(TIMESTAMP_PATTERN));
});

describe('SIGNATURE_PATTERN', () => {
  it.each(['0123456789abcdef'.repeat(4), 'ABCDEF0123456789'.repeat(4)])('accepts %s', (value) =>
    expect(value).toMatch(SIGNATURE_PATTERN),
  );
  it.each(['', 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}g`, `${'a'.repeat(64)}\n`])(
    'refuses %o',
    (value) => expect(value).not.toMatch(SIGNATURE_PATTERN),
  );
});

describe('SIGNABLE_PATH_PATTERN', () => {
  it.each([
    '/',
    '/api/v1/intents',
    '/api/v1/intents?page=1&filter[status][in]=DRAFT,FAILED',
    '/a/b//c',
    "/-._~!$&'()*+,;=:@%20?/?",
  ])('accepts %o', (value) => expect(value).toMatch(SIGNABLE_PATH_PATTERN));

  it.each([
    ['no leading slash', 'api/v1/intents'],
    ['two leading slashes', '//evil.example/api'],
    ['an absolute address', 'http://127.0.0.1/api'],
    ['a space', '/api /v1'],
    ['a quote', '/api"'],
    ['an angle bracket', '/api<'],
    ['a backslash', '/\\evil'],
    ['a brace, where a body could begin', '/api{"a":1}'],
    ['a fragment', '/api#x'],
    ['a character beyond ASCII', '/鼠标'],
    ['a line break', '/api\n'],
    ['nothing', ''],
  ])('refuses %s', (_, value) => expect(value).not.toMatch(SIGNABLE_PATH_PATTERN));
});

it('names the headers in lower case, as a server reads them', () => {
  expect(SIGNING_HEADERS).toEqual({
    appId: 'x-app-id',
    timestamp: 'x-timestamp',
    signature: 'x-signature',
  });
});
