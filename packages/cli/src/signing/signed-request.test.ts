import { expect, it } from 'vitest';
import { findFaults } from './signed-request.ts';

const NOW = 1_795_251_600_000;
const GOOD = {
  method: 'PUT',
  path: '/api/v1/intents/int_1?a=%20',
  timestamp: String(NOW),
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
  ['seconds', { timestamp: '1795251600' }, ['milliseconds']],
  ['an old timestamp', { timestamp: String(NOW - 300_001) }, ['5 minutes']],
  ['a body before {', { body: Buffer.from('\ufeff{}') }, ['must begin with {']],
  ['a body of a DELETE', { method: 'DELETE' }, ['takes no body']],
])('finds %s', (_, change, expected) => {
  const faults = findFaults({ ...GOOD, ...change }, NOW);
  expect(faults).toEqual(expected.map((text) => expect.stringContaining(text)));
});
