import { expect, it } from 'vitest';
import { addressKey } from './address-key.ts';

it.each([
  ['198.51.100.1', '198.51.100.1'],
  ['::ffff:198.51.100.1', '198.51.100.1'],
  ['::FFFF:c633:6401', '198.51.100.1'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '::/64'],
  ['', ''],
  ['unknown', 'unknown'],
  ['198.51.100.1:443', '198.51.100.1:443'],
])('counts a caller at "%s" as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
