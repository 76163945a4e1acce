import { GatewayOrderPage } from '@procurement-intents/contract/gateway/messages';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../test/start-sandbox.ts';

type Shop = Awaited<ReturnType<typeof startSandbox>>;

const START = '2026-11-21T00:00:00.000Z';

async function fetchPage({ call }: Shop, changedSince: string, cursor: string | null = null) {
  const query = new URLSearchParams({ changedSince, ...(cursor !== null && { cursor }) });
  const { status, body } = await call('GET', `/a/orders?${query.toString()}`);
  expect(status).toBe(200);
  return GatewayOrderPage.parse(body);
}

/** All pages from `cursor` to the last. */
async function fetchRest(shop: Shop, changedSince: string, cursor: string | null = null) {
  const orders = [];
  do {
    const page = await fetchPage(shop, changedSince, cursor);
    orders.push(...page.orders);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return orders;
}

async function placeMany({ order }: Shop, count: number, item = 'slow') {
  const numbers = Array.from({ length: count }, (_, n) => `no-${n}`);
  const answers = await Promise.all(numbers.map((no) => order(item, no)));
  return answers.map(({ body }) => body['orderId'] as string);
}

const ids = (orders: { orderId: string }[]) => orders.map(({ orderId }) => orderId);

describe('the list of changed orders', () => {
  test('contains the orders of its shop from the given time on, the oldest change first', async () => {
    const shop = await startSandbox();
    await shop.order('ordinary', 'no-1');
    shop.clock.ms += 500;
    await shop.order('rejected', 'no-2');
    shop.clock.ms += 400;
    await shop.call('POST', '/b/orders', {
      merchantOrderNo: 'no-3',
      productUrl: `${shop.origin}/b/items/ordinary`,
      quantity: 1,
      unitPrice: 5,
      recipient: { name: '李四', address: '上海市', phone: '1' },
    });
    shop.clock.ms += 10;
    const told = async (since: string) =>
      (await fetchRest(shop, since)).map(({ merchantOrderNo, status }) => `${merchantOrderNo} ${status}`);
    expect(await told(START)).toEqual(['no-1 CONFIRMED', 'no-2 REJECTED']);
    expect(await told('2026-11-21T00:00:00.500Z')).toEqual(['no-2 REJECTED']);
    expect(await told('2026-11-21T00:00:00.501Z')).toEqual([]);
    shop.clock.ms += 91;
    expect(await told(START)).toEqual(['no-2 REJECTED', 'no-1 SHIPPED']);
  });

  test('skips no order when orders of one millisecond are on different pages', async () => {
    const shop = await startSandbox();
    const placed = await placeMany(shop, 250);
    shop.clock.ms += 1;
    const listed = ids(await fetchRest(shop, START));
    expect(listed).toHaveLength(250);
    expect(new Set(listed)).toEqual(new Set(placed));
  });

  test('shows an order again that changes while the pages are read', async () => {
    const shop = await startSandbox();
    await placeMany(shop, 150);
    shop.clock.ms += 1;
    const { orders, nextCursor } = await fetchPage(shop, START);
    const [first] = ids(orders);
    await shop.call('POST', `/a/orders/${first}/cancel`);
    shop.clock.ms += 1;
    const rest = await fetchRest(shop, START, nextCursor);
    expect(rest).toHaveLength(51);
    expect(rest.at(-1)).toMatchObject({ orderId: first, status: 'CANCELLED' });
  });

  test('misses no change in the millisecond of the read', async () => {
    const shop = await startSandbox();
    const [first] = (await placeMany(shop, 150)).sort();
    const { orders, nextCursor } = await fetchPage(shop, START);
    await shop.call('POST', `/a/orders/${first}/cancel`);
    shop.clock.ms += 5;
    await shop.order('ordinary', 'no-new');
    shop.clock.ms += 1;
    const seen = [...orders, ...(await fetchRest(shop, START, nextCursor))];
    const newest = seen.at(-1)?.updatedAt ?? START;
    shop.clock.ms += 1;
    seen.push(...(await fetchRest(shop, newest)));
    const last = seen.findLast(({ orderId }) => orderId === first);
    expect(last).toMatchObject({ status: 'CANCELLED' });
  });

  test.each([
    '',
    'changedSince=yesterday',
    'changedSince=2026-11-21T00:00:00.000Z&cursor=',
    'changedSince=2026-11-21T00:00:00.000Z&cursor=x',
  ])('answers 400 to ?%s', async (query) => {
    const { call } = await startSandbox();
    const { status, body } = await call('GET', `/a/orders?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ reason: 'OTHER', message: expect.any(String) });
  });
});
