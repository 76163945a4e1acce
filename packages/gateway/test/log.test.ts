import { expect, it } from 'vitest';
import { openGateway } from './support/open-gateway.ts';

// As shops quote what they could not take: as it is, in JSON, in ASCII and in an address.
it('keeps the recipient out of every line of the log', async () => {
  const { order, shop, entries } = openGateway({ callTimeoutMs: 100 });
  const recipient = { name: '李 "四"', address: ' 上海市\n浦东新区 9 号 ', phone: '13900139000' };
  const ascii = JSON.stringify(recipient).replace(
    /[^\0-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16)}`,
  );
  shop.before.fill = () =>
    Promise.reject(
      new Error(`cannot ship to ${recipient.name}, ${JSON.stringify(recipient)}`, {
        cause: new Error(
          `${ascii} ${encodeURIComponent(recipient.address)} ${new URLSearchParams(recipient).toString()}`,
        ),
      }),
    );
  await order({ recipient });
  await order({ recipient, quantity: 0 });
  const log = JSON.stringify(entries);
  expect(log).toContain('cannot ship to [redacted]');
  expect(log).toContain('no-1');
  for (const part of ['四', '上海', '浦东', '13900139000', '\\u56db', '\\u4e0a', '%E4%B8%8A'])
    expect(log).not.toContain(part);
});
