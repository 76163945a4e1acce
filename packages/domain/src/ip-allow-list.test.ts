import { expect, it } from 'vitest';
import { checkIpAllowList } from './ip-allow-list.ts';

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
