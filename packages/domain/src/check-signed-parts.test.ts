import { describe, expect, it } from 'vitest';
import { isSignable, isTimestampCurrent } from './check-signed-parts.ts';

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
