import { expect, it } from 'vitest';
import { checkIpAllowList, isInIpRange, parseIpAddress } from './ip-range.ts';

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

it('refuses an allow list with a problem for each entry that is none', () => {
  const issue = { rule: 'ipRange' };
  expect(() => checkIpAllowList(['host', '198.51.100.7', '2001:db8::/32', '10.1/16'])).toThrow(
    expect.objectContaining({
      problems: [
        { field: 'ipAllowList.0', issue },
        { field: 'ipAllowList.3', issue },
      ],
    }),
  );
  expect(() => checkIpAllowList(['198.51.100.7'])).not.toThrow();
});
