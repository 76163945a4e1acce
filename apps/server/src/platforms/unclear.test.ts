import { expect, test } from 'vitest';
import { readRetryAfterMs, unclearError, unclearStatus } from './unclear.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

test.each([
  ['0', 0],
  ['7', 7000],
  [' 120 ', 120_000],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ['999999999', 3_600_000],
  ['Fri, 01 Jan 2027 00:00:00 GMT', 3_600_000],
  ['soon', undefined],
  ['', undefined],
])('Retry-After %j is %s ms', (value, expected) => {
  expect(readRetryAfterMs(value, NOW)).toBe(expected);
});

test('a repeated Retry-After is ignored', () => {
  expect(unclearStatus(503, ['1', '2'])).toEqual({
    ok: false,
    kind: 'unclear',
    reason: 'HTTP_503',
    status: 503,
  });
});

test('a defect of this code is thrown', () => {
  const defect = new TypeError('x is not a function');
  expect(() => unclearError(defect)).toThrow(defect);
  expect(() =>
    unclearError(Object.assign(new Error('bad option'), { code: 'UND_ERR_INVALID_ARG' })),
  ).toThrow();
});
