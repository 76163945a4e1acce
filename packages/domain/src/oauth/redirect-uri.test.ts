import { describe, expect, it } from 'vitest';
import { addToRedirectUri, isRedirectUriOf, kindOfRedirectUri } from './redirect-uri.ts';

const REGISTERED = [
  'https://app.example/cb',
  'http://127.0.0.1/cb',
  'http://[::1]:8080/cb',
  'http://localhost:9000/cb',
];

/** Forms that resemble a registered address (RFC 6749, 3.1.2.4; RFC 9700, 2.1). */
const WRONG_FORMS = [
  'https://app.example/cb/',
  'https://app.example/cb?x=1',
  'https://app.example/CB',
  'https://APP.example/cb',
  'https://app.example:443/cb',
  'https://app.example/cb#',
  'https://app.example/cb#x',
  'https://app.example/./cb',
  'https://app.example/x/../cb',
  'https://app.example/%63b',
  'https://app.example//cb',
  'https://app.example\\@evil.example/cb',
  'https://user@app.example/cb',
  'https://app.example@evil.example/cb',
  'https://app.example.evil.example/cb',
  'https://sub.app.example/cb',
  'http://app.example/cb',
  'https:/app.example/cb',
  '//app.example/cb',
  'javascript:alert(1)//https://app.example/cb',
  ' https://app.example/cb',
  'https://app.example/cb\n',
];

describe('a redirect URI of an authorization request', () => {
  it.each(WRONG_FORMS)('is not the registered one as %j (RFC 6749, 3.1.2.4; RFC 9700, 2.1) [5]', (given) => {
    expect(isRedirectUriOf(REGISTERED, given)).toBe(false);
  });

  it.each([
    ...REGISTERED,
    'http://127.0.0.1:49152/cb',
    'http://127.0.0.1:1/cb',
    'http://[::1]/cb',
    'http://[::1]:65535/cb',
  ])('is %s, at any port of a loopback address (RFC 8252, 7.3) [8]', (given) => {
    expect(isRedirectUriOf(REGISTERED, given)).toBe(true);
  });

  it.each([
    ['http://localhost:9001/cb', 'localhost only as registered (RFC 8252, 8.3)'],
    ['http://localhost/cb', 'localhost only as registered (RFC 8252, 8.3)'],
    ['http://127.0.0.1:9000/other', 'the same path'],
    ['http://127.0.0.1:9000', 'the same path'],
    ['http://127.0.0.1:65536/cb', 'a port that exists'],
    ['http://127.0.0.1:0/cb', 'a port that exists'],
    ['http://127.0.0.1:080/cb', 'a port without leading zeros'],
    ['http://127.0.0.1:/cb', 'a port with digits'],
    ['http://127.0.0.1:80@evil.example/cb', 'no user'],
    ['http://127.0.0.2/cb', 'the same address'],
    ['https://127.0.0.1/cb', 'the same scheme'],
    ['http://127.0.0.1.evil.example/cb', 'the same host'],
    ['http://127.0.0.1:9000/cb?x', 'the same query'],
  ])('is not %s: it needs %s [8, 9]', (given) => {
    expect(isRedirectUriOf(REGISTERED, given)).toBe(false);
  });
});

it.each([
  ['http://127.0.0.1/cb', 'http://[::1]:9000/cb'],
  ['http://[::1]/cb', 'http://127.0.0.1:9000/cb'],
  ['http://127.0.0.1/cb', 'xhttp://127.0.0.1:9000/cb'],
  ['http://127.0.0.1', 'http://127.0.0.1.evil.example'],
  ['http://127.0.0.1', 'http://127.0.0.1:9000.evil.example'],
  ['https://app.example/http://127.0.0.1/cb', 'http://127.0.0.1:9000/cb'],
])('a client with %s alone has no %s (RFC 8252, 7.3) [5, 8]', (registered, given) => {
  expect(isRedirectUriOf([registered], given)).toBe(false);
});

describe('a redirect URI of a client', () => {
  it.each([
    ['https://app.example/cb', 'https'],
    ['https://app.example', 'https'],
    ['https://app.example:8443/cb?tenant=7', 'https'],
    ['http://127.0.0.1/cb', 'loopback'],
    ['http://[::1]:3000', 'loopback'],
    ['http://localhost:3000/cb', 'loopback'],
    ['http://localhost:3000', 'loopback'],
    ['http://localhost/cb', 'loopback'],
    ['http://localhost?x', 'loopback'],
    [`https://app.example/${'a'.repeat(1004)}`, 'https'],
    ['com.example.app:/cb', 'private'],
    ['com.example.app://cb', 'private'],
  ])('%s is allowed (RFC 8252, 7) [6]', (uri, kind) => {
    expect(kindOfRedirectUri(uri)).toBe(kind);
  });

  it.each([
    'https://app.example/cb#x',
    'https://app.example/cb#',
    'http://app.example/cb',
    'https://user:word@app.example/cb',
    'https://app.example\\.evil.example/cb',
    'https://app.example/c b',
    'xhttps://app.example/cb',
    'xhttp://localhost/cb',
    'xhttp://127.0.0.1/cb',
    'http://localhost.evil.example/cb',
    'http://localhost:3000.evil.example/cb',
    'X-com.example.app:/cb',
    'com.example.app:cb',
    `https://app.example/${'a'.repeat(1005)}`,
    'https://应用.example/cb',
    'https://',
    'https://app.example:99999/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'app:/cb',
    'urn:ietf:wg:oauth:2.0:oob',
    '/cb',
    '',
    `https://app.example/${'a'.repeat(1024)}`,
  ])('%j is not (RFC 6749, 3.1.2; RFC 8252, 7.1) [6]', (uri) => {
    expect(kindOfRedirectUri(uri)).toBeNull();
  });

  it('keeps its own query (RFC 6749, 3.1.2) [7]', () => {
    const answer = { code: 'ac_1', state: 'a b&c=d', iss: 'https://buy.example' };
    expect(addToRedirectUri('https://app.example/cb?tenant=7&x', answer)).toBe(
      'https://app.example/cb?tenant=7&x&code=ac_1&state=a+b%26c%3Dd&iss=https%3A%2F%2Fbuy.example',
    );
    expect(addToRedirectUri('https://app.example/cb', { error: 'access_denied', state: null })).toBe(
      'https://app.example/cb?error=access_denied',
    );
    expect(addToRedirectUri('https://app.example/cb?', { code: 'x' })).toBe('https://app.example/cb?code=x');
  });
});
