import { describe, expect, it } from 'vitest';
import { isSignable, isTimestampCurrent, signedFaultsOf } from './check-signed-parts.ts';

const NOW_MS = 1_795_251_600_000;
const HEX = '0123456789abcdefABCDEF'.padEnd(64, '0');

describe('a timestamp', () => {
  it.each([0, 300_000, -300_000])('that is %s ms from the server time is current', (skewMs) => {
    expect(isTimestampCurrent(String(NOW_MS + skewMs), NOW_MS)).toBe(true);
  });

  it.each([
    '1795251900001',
    '1795251299999',
    '1795251600',
    '',
    ' 1795251600000',
    '+179525160000',
    '1795251600000.0',
  ])('%j is not current', (timestamp) => {
    expect(isTimestampCurrent(timestamp, NOW_MS)).toBe(false);
  });
});

describe('path and signature', () => {
  it('are accepted in the required form, with digits of either case', () => {
    expect(isSignable("/api/v1/intents?a=%20+b&c='~*", HEX)).toBe(true);
  });

  it.each(['', 'api', '//host/api', 'http://host/api', '/a{', '/a b', '/a#b', '/件'])(
    'are refused with the path %j',
    (path) => {
      expect(isSignable(path, HEX)).toBe(false);
    },
  );

  it.each(['', HEX.slice(1), `${HEX}0`, HEX.replace('0', 'g'), `${HEX}\n`])(
    'are refused with the signature %j',
    (signature) => {
      expect(isSignable('/api', signature)).toBe(false);
    },
  );
});

describe('the faults of a signed request', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const GOOD = { method: 'put', path: '/api', timestamp: String(NOW_MS), signature: HEX, body: bytes('{}') };

  it.each([
    ['none', {}, []],
    ['none of a read', { method: 'GET', body: bytes('') }, []],
    ['an old timestamp', { timestamp: String(NOW_MS - 300_001) }, ['timestamp']],
    ['a path with a space', { path: '/a b' }, ['path']],
    ['a signature in base64', { signature: 'a+b=' }, ['signature']],
    ['a body of a DELETE', { method: 'delete' }, ['bodyOfMethod']],
    ['a body after white space', { body: bytes(' {}') }, ['body']],
    [
      'all',
      { method: 'GET', path: '', timestamp: '', signature: '', body: bytes('[]') },
      ['timestamp', 'path', 'signature', 'bodyOfMethod', 'body'],
    ],
  ])('are %s', (_, changes, expected) => {
    expect(signedFaultsOf({ ...GOOD, ...changes }, NOW_MS)).toEqual(expected);
  });
});
