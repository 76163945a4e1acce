import { expect, test } from 'vitest';
import { isLoopbackAddress, isLoopbackHost, isPublicAddress } from './address-range.ts';

test.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111', '2400:3200::1', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  ...'0.0.0.0 0.1.2.3 10.1.2.3 100.64.0.1 127.0.0.1 127.255.0.1 169.254.169.254 172.16.0.1'.split(' '),
  ...'172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1'.split(' '),
  ...'203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255'.split(' '),
  ...':: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 64:ff9b::7f00:1'.split(' '),
  ...'64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 5f00::1 fc00::1'.split(' '),
  ...'fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1 4000::1 8000::1'.split(' '),
  '',
  'localhost',
  'not an address',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('only 127.0.0.0/8 and ::1 are loopback', () => {
  expect(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'].every(isLoopbackAddress)).toBe(true);
  expect(['10.0.0.1', '0.0.0.0', '::', '8.8.8.8', 'localhost', ''].some(isLoopbackAddress)).toBe(false);
});

test('a loopback host is localhost or a loopback address, with or without brackets', () => {
  expect(['localhost', '127.0.0.1', '127.8.8.8', '::1', '[::1]'].every(isLoopbackHost)).toBe(true);
  const others = ['localhost.example', '127.0.0.1.example', '10.0.0.1', '0.0.0.0', '[::]', '', 'shop.test'];
  expect(others.some(isLoopbackHost)).toBe(false);
});
