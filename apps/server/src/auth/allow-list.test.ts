import { ApiError } from '@procurement-intents/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallingApp } from '../client-apps/app-directory.ts';
import { parseIpRange } from '@procurement-intents/domain/ip-range';
import { checkAllowList } from './allow-list.ts';

const appWith = (...ipAllowList: string[]): CallingApp => ({
  id: 'app_1',
  permissions: [],
  ipAllowList,
  secrets: [],
});

function isAllowed(entries: readonly string[], ip: string): boolean {
  try {
    checkAllowList(appWith(...entries), ip);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'IP_NOT_ALLOWED') return false;
    throw error;
  }
}

const toText = (bits: number) => [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
const address = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe('the allow list', () => {
  it('allows every address while it is empty, even one that cannot be parsed', () => {
    for (const ip of ['198.51.100.1', '2001:db8::1', '', 'unknown']) expect(isAllowed([], ip)).toBe(true);
  });

  it.each(['', 'unknown', '198.51.100.1:443', '198.51.100', '0x7f.1', '[::1]', '198.51.100.1, 198.51.100.1'])(
    'refuses a caller whose address is "%s", whatever its entries',
    (ip) => {
      expect(isAllowed(['0.0.0.0/0', '::/0'], ip)).toBe(false);
    },
  );

  it('refuses every address when it has invalid entries only', () => {
    expect(isAllowed(['everybody', '198.51.100.1/33', '300.1.1.1'], '198.51.100.1')).toBe(false);
  });

  it.each([
    ['198.51.100.1', '198.51.100.1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['2001:0db8:0::1', '2001:db8::1'],
    ['unknown', 'unknown'],
    ['x'.repeat(1000), 'x'.repeat(64)],
  ])('reports the address %s as %s', (ip, address) => {
    expect(() => checkAllowList(appWith('203.0.113.7'), ip)).toThrow(
      expect.objectContaining({ errorName: 'IP_NOT_ALLOWED', data: { address } }),
    );
  });

  it('reads an IPv4 range mapped into IPv6 as that IPv4 range', () => {
    fc.assert(
      fc.property(address, address, fc.integer({ min: 0, max: 32 }), (network, caller, length) => {
        const [plain, mapped] = [`${toText(network)}/${length}`, `::ffff:${toText(network)}/${96 + length}`];
        const isInside = isAllowed([plain], toText(caller));
        expect(isAllowed([mapped], toText(caller))).toBe(isInside);
        expect(isAllowed([mapped], `::ffff:${toText(caller)}`)).toBe(isInside);
      }),
    );
  });

  it('compares exactly the bits of the prefix', () => {
    fc.assert(
      fc.property(address, address, fc.integer({ min: 0, max: 32 }), (network, caller, length) => {
        const size = 2 ** (32 - length);
        const isInside = Math.floor(network / size) === Math.floor(caller / size);
        expect(isAllowed([`${toText(network)}/${length}`], toText(caller))).toBe(isInside);
        const within = Math.floor(network / size) * size + (caller % size);
        expect(isAllowed([`${toText(network)}/${length}`], toText(within))).toBe(true);
      }),
    );
  });

  it('treats an IPv4 address and its form mapped into IPv6 as equal', () => {
    fc.assert(
      fc.property(address, (bits) => {
        expect(isAllowed([toText(bits)], `::ffff:${toText(bits)}`)).toBe(true);
      }),
    );
  });
});

describe('an entry', () => {
  it.each([
    ['198.51.100.1', 'ipv4', 32],
    ['198.51.100.0/24', 'ipv4', 24],
    ['0.0.0.0/0', 'ipv4', 0],
    ['2001:db8::1', 'ipv6', 128],
    ['2001:db8::/32', 'ipv6', 32],
    ['::ffff:198.51.100.1', 'ipv4', 32],
    ['::ffff:192.0.2.0/120', 'ipv4', 24],
    ['::ffff:c000:0200/120', 'ipv4', 24],
    ['::ffff:0:0/96', 'ipv4', 0],
    ['::ffff:0:0/95', 'ipv6', 95],
  ])('%s is a range of %s with %i bits', (entry, kind, bits) => {
    const range = parseIpRange(entry);
    expect([range?.[0].kind(), range?.[1]]).toEqual([kind, bits]);
  });

  // Old C libraries read these forms as another address than a person does.
  it.each([
    '',
    'host',
    '1.2.3',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '1.2.3.4/33',
    '10.1/16',
    '010.1.1.1/8',
    '::/129',
    '1.2.3.4/',
  ])('"%s" is invalid', (entry) => {
    expect(parseIpRange(entry)).toBeNull();
  });
});
