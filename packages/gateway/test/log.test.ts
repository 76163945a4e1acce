import { expect, it } from 'vitest';
import { describeError } from '../src/log.ts';
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

it('keeps the remarks out of the log', async () => {
  const { order, shop, entries } = openGateway({ callTimeoutMs: 100 });
  shop.before.fill = () => Promise.reject(new Error('cannot read 放在门口'));
  await order({ remarks: '放在门口' });
  expect(entries.at(-1)?.error).toContain('cannot read [redacted]');
});

it.each([
  ['GET', '/orders/S-1', 'get'],
  ['GET', '/orders/by-merchant-no/no-1', 'find'],
  ['POST', '/orders/S-1/cancel', 'get'],
  ['GET', '/orders?changedSince=2026-01-01T00:00:00Z', 'list'],
] as const)('logs where an error of %s %s comes from, not what it quotes', async (method, path, name) => {
  const { call, shop, entries } = openGateway();
  shop.before[name] = () => {
    throw new TypeError('cannot read\n    at 张三, 13800138000', { cause: { phone: '13800138000' } });
  };
  expect((await call(method, path)).status).toBe(503);
  const { error = '' } = entries.at(-1) ?? {};
  expect(error).toContain('ShopCallFailed');
  expect(error).toContain('caused by TypeError\n');
  expect(error).toContain('memory-shop.ts');
  expect(error).not.toMatch(/张三|13800138000/);
});

it('does not grow by what it takes out', () => {
  const error = new Error('shop call failed', { cause: new Error('no answer within 3000 ms') });
  expect(describeError(error, ['d', 'e'])).toHaveLength(describeError(error, []).length);
  expect(describeError('red', ['d', 'e', 're'])).toBe("'[redacted]*'");
});

it.each([
  ['several lines', '北京市海淀区\n中关村 1 号院'],
  ['quotation marks', 'O\'Neil "Bob" `x`'],
  ['signs of a pattern', '1+1 (a|b)*[c]$'],
])('takes out texts with %s of what is no error', (_what, secret) => {
  const cause = { status: 400, to: { name: secret, note: 'x'.repeat(60) } };
  const text = describeError(new Error('no', { cause }), [secret]);
  expect(text).toContain('[redacted]');
  expect(text).not.toMatch(/中关村|Neil|1\+1/);
});
