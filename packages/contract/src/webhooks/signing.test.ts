import { expect, it } from 'vitest';
import { WEBHOOK_ID_PATTERN, WEBHOOK_TIMESTAMP_PATTERN, webhookSigningPrefix } from './signing.ts';

it('joins id and timestamp by full stops, and ends in one', () => {
  expect(webhookSigningPrefix('evt_1', '1795251600')).toBe('evt_1.1795251600.');
});

it.each(['evt_01a1fd8da8ac72e880244d1234edbc0b', 'evt_test_1', 'msg-1', '~!/', 'x'.repeat(255)])(
  'an id may be %s',
  (id) => expect(id).toMatch(WEBHOOK_ID_PATTERN),
);

it.each(['', 'evt_1.2', 'evt 1', 'evt_1\n', '事件', 'x'.repeat(256)])('an id is never %j', (id) =>
  expect(id).not.toMatch(WEBHOOK_ID_PATTERN),
);

it.each(['0', '1', '1795251600', '999999999999'])('a timestamp may be %s', (timestamp) =>
  expect(timestamp).toMatch(WEBHOOK_TIMESTAMP_PATTERN),
);

it.each(['', '01', '-1', '+1', '1.0', '1e9', '0x1', ' 1', '1\n', '1795251600000', '１'])(
  'a timestamp is never %j',
  (timestamp) => expect(timestamp).not.toMatch(WEBHOOK_TIMESTAMP_PATTERN),
);
