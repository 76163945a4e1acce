import { LIMITS } from '../../src/limits.ts';
import { INTENT, INTENTS, NOW, OBJECT, shifted, type VectorCase } from './signing-vectors-parts.ts';

const base64 = (...bytes: number[]): string => Buffer.from(bytes).toString('base64');

const TIMESTAMPS: readonly [name: string, timestamp: string][] = [
  ['of 12 digits', NOW.slice(1)],
  ['of 14 digits', `0${NOW}`],
  ['in seconds', NOW.slice(0, 10)],
  ['in microseconds', `${NOW}000`],
  ['with a plus sign', `+${NOW.slice(1)}`],
  ['with a minus sign', `-${NOW.slice(1)}`],
  ['with an exponent', '1.7952516e12'],
  ['with an exponent, 13 characters long', '17952516000e2'],
  ['in hexadecimal', '0x1a1fd8d9000'],
  ['with a fraction', `${NOW}.0`],
  ['with a space inside', '179525 160000'],
  ['in ISO 8601', new Date(Number(NOW)).toISOString()],
  ['of full-width digits', NOW.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))],
  ['of nothing', ''],
  ['of zeros', '0'.repeat(13)],
  ['of nines', '9'.repeat(13)],
  ['a millisecond too old', shifted(-LIMITS.timestampSkewMs - 1)],
  ['a millisecond too far ahead', shifted(LIMITS.timestampSkewMs + 1)],
];

const UNSIGNABLE_PATHS: readonly [name: string, path: string][] = [
  ['a fragment', `${INTENTS}#top`],
  ['a fragment after a query', `${INTENTS}?page=1#top`],
  ['a double quote', `${INTENTS}?userId="a"`],
  ['a backslash', String.raw`${INTENTS}?userId=a\b`],
  ['a brace in the query', `${INTENTS}?filter={}`],
  ['a brace in the id', `${INTENTS}/int_{}`],
  ['angle brackets', `${INTENTS}?userId=<a>`],
  ['a bar', `${INTENTS}?userId=a|b`],
  ['a caret', `${INTENTS}?userId=a^b`],
  ['a grave accent', `${INTENTS}?userId=a\`b`],
  ['scheme and host', `http://service.test${INTENTS}`],
];

const OTHER_ROUTES: readonly [name: string, path: string][] = [
  ['two slashes at the start', `/${INTENTS}`],
  ['two slashes inside', '/api/v1//intents'],
  ['a slash at the end', `${INTENTS}/`],
  ['a dot segment', '/api/v1/./intents'],
  ['encoded dots', '/api/v1/%2e%2e/v1/intents'],
  ['an encoded letter', '/api/v1/%69ntents'],
  ['capitals', '/API/v1/intents'],
];

const MISPLACED: readonly [name: string, method: string, path: string, body: string][] = [
  ['on a list', 'GET', INTENTS, OBJECT],
  ['on a read', 'GET', INTENT, '{}'],
  ['on a delete', 'DELETE', INTENT, '{}'],
  ['on a cancel', 'POST', `${INTENT}/cancel`, '{}'],
  ['on a submit', 'POST', `${INTENT}/submit`, 'null'],
  ['on a cancel, a newline', 'POST', `${INTENT}/cancel`, '\n'],
];

const MALFORMED: readonly [name: string, body: string][] = [
  ['that is a byte order mark and an object', `\ufeff${OBJECT}`],
  ['with a space in front', ` ${OBJECT}`],
  ['with a newline in front', `\n${OBJECT}`],
  ['that is a list', `[${OBJECT}]`],
  ['that is a number', NOW],
  ['that is a string', '"remarks"'],
  ['that ends early', '{"remarks":'],
  ['with something after the object', `${OBJECT}{}`],
  ['with digits after the object', `${OBJECT}1`],
];

const NO_TEXT: readonly [name: string, bodyBase64: string][] = [
  ['with a byte that is no UTF-8', base64(0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d)],
  ['with half a character', base64(0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe9, 0xbc, 0x22, 0x7d)],
  ['with a surrogate in UTF-8', base64(0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d)],
  ['in UTF-16', Buffer.from('{}', 'utf16le').toString('base64')],
  ['in GBK', base64(0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xca, 0xf3, 0x22, 0x7d)],
];

/** Requests that are refused although their signatures match. */
export const REFUSED: readonly VectorCase[] = [
  ...TIMESTAMPS.map(([name, timestamp]) => ({
    name: `timestamp refused: ${name}`,
    timestamp,
    expect: 'TIMESTAMP_INVALID' as const,
  })),
  ...UNSIGNABLE_PATHS.map(([name, path]) => ({
    name: `path refused: with ${name}`,
    path,
    expect: 'SIGNATURE_INVALID' as const,
  })),
  { name: 'path refused: with a raw space', path: `${INTENTS}?userId=a b`, expect: 'REQUEST_MALFORMED' },
  { name: 'path refused: with raw Chinese', path: `${INTENTS}?userId=张三`, expect: 'REQUEST_MALFORMED' },
  ...OTHER_ROUTES.map(([name, path]) => ({
    name: `path refused: with ${name}`,
    path,
    expect: 'ROUTE_NOT_FOUND' as const,
  })),
  ...MISPLACED.map(([name, method, path, body]) => ({
    name: `body refused: ${name}`,
    method,
    path,
    body,
    expect: 'BODY_MALFORMED' as const,
  })),
  ...MALFORMED.map(([name, body]) => ({
    name: `body refused: ${name}`,
    method: 'POST',
    body,
    expect: 'BODY_MALFORMED' as const,
  })),
  ...NO_TEXT.map(([name, bodyBase64]) => ({
    name: `body refused: ${name}`,
    method: 'POST',
    bodyBase64,
    expect: 'BODY_MALFORMED' as const,
  })),
];
