import { expect, it } from 'vitest';
import { isInIpRange, parseIpAddress } from './ip-range.ts';

it.each([
  ['198.51.100.7', '198.51.100.0/24', true],
  ['198.51.101.7', '198.51.100.0/24', false],
  ['198.51.100.7', '198.51.100.7', true],
  ['::ffff:c633:6407', '198.51.100.0/24', true],
  ['2001:db8::1', '2001:db8::/32', true],
  ['2001:db9::1', '2001:db8::/32', false],
  ['', '0.0.0.0/0', false],
  ['none', '::/0', false],
])('%s in %s: %s', (text, range, isIn) => {
  const address = parseIpAddress(text);
  expect(address !== null && isInIpRange(range, address)).toBe(isIn);
});
