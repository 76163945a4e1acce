import { expect, it } from 'vitest';
import { findFaults, findTimestampFault } from './signed-request.ts';

const NOW = 1_795_251_600_000;
const GOOD = {
  method: 'PUT',
  path: '/api/v1/intents/int_1?a=%20',
  body: Buffer.from('{}'),
};

it.each([
  ['nothing', {}, []],
  ['a method in lower case', { method: 'put' }, ['capitals']],
  [
    'a raw character',
    { path: '/api/v1/intents?userId=张 三' },
    ['sends /api/v1/intents?userId=%E5%BC%A0%20%E4%B8%89'],
  ],
  ['a whole address', { path: 'https://h/api' }, ['without scheme and host']],
  ['two slashes', { path: '//api' }, ['without scheme and host']],
  ['a body before {', { body: Buffer.from('\ufeff{}') }, ['must begin with {']],
  ['a body of a DELETE', { method: 'DELETE' }, ['takes no body']],
])('finds %s', (_, change, expected) => {
  const faults = findFaults({ ...GOOD, ...change });
  expect(faults).toEqual(expected.map((text) => expect.stringContaining(text)));
});

it.each([
  [String(NOW - 300_001), '5 min 0 s before the request; 5 minutes are allowed'],
  [String(NOW + 7_380_000), '2 h 3 min after the request'],
  [String(NOW - 90_000_000), '1 d 1 h before the request'],
  ['1795251600', '13 digits'],
  ['', '13 digits'],
])('finds what is wrong with the timestamp %j', (timestamp, expected) => {
  expect(findTimestampFault(timestamp, NOW)).toContain(expected);
});

it.each([NOW, NOW - 300_000, NOW + 300_000])('accepts a timestamp within 5 minutes: %i', (timestampMs) => {
  expect(findTimestampFault(String(timestampMs), NOW)).toBeNull();
});
