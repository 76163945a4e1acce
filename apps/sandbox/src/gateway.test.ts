import { describe, expect, test } from 'vitest';
import { startSandbox, TOKEN } from '../test/start-sandbox.ts';

describe('the gateway', () => {
  test.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer wrong' }],
    ['another scheme', { authorization: `Basic ${TOKEN}` }],
  ])('answers 401 to %s', async (_, headers) => {
    const { origin, ledger } = await startSandbox();
    for (const [method, path] of [
      ['POST', '/a/orders'],
      ['GET', '/b/orders/x'],
      ['GET', '/c/orders/by-merchant-no/x'],
      ['POST', '/a/orders/x/cancel'],
      ['GET', '/a/orders?changedSince=2026-11-21T00:00:00Z'],
    ] as const) {
      const response = await fetch(origin + path, { method, headers: headers as Record<string, string> });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ reason: 'UNAUTHORIZED' });
    }
    expect(await ledger()).toEqual([]);
  });

  test('makes an order and shows it by either number, only in its own shop', async () => {
    const { order, call } = await startSandbox();
    const { status, body } = await order('ordinary', 'no-1', { quantity: 3, unitPrice: 0.1 });
    expect(status).toBe(201);
    expect(body).toEqual({
      orderId: expect.stringMatching(/^A20261121-000001-\d{6}$/),
      merchantOrderNo: 'no-1',
      status: 'CONFIRMED',
      amountPaid: 0.3,
      updatedAt: '2026-11-21T00:00:00.000Z',
    });
    expect((await call('GET', `/a/orders/${body['orderId']}`)).body).toEqual(body);
    expect((await call('GET', '/a/orders/by-merchant-no/no-1')).body).toEqual(body);
    expect((await call('GET', `/b/orders/${body['orderId']}`)).status).toBe(404);
    expect((await call('GET', '/b/orders/by-merchant-no/no-1')).status).toBe(404);
    expect((await call('POST', `/b/orders/${body['orderId']}/cancel`)).status).toBe(404);
  });

  test('answers 404 for unknown orders', async () => {
    const { call } = await startSandbox();
    for (const path of ['/a/orders/x', '/a/orders/by-merchant-no/x'])
      expect(await call('GET', path)).toEqual({ status: 404, body: { reason: 'ORDER_NOT_FOUND' } });
    expect((await call('POST', '/a/orders/x/cancel')).status).toBe(404);
  });

  test.each([
    ['merchantOrderNo', { merchantOrderNo: '' }],
    ['merchantOrderNo', { merchantOrderNo: 'x'.repeat(65) }],
    ['merchantOrderNo', { merchantOrderNo: 'no/1' }],
    ['productUrl', { productUrl: '/a/items/ordinary' }],
    ['productUrl', { productUrl: 'ftp://shop/a/items/ordinary' }],
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: 1_000_000 }],
    ['quantity', { quantity: 1.5 }],
    ['unitPrice', { unitPrice: '199' }],
    ['unitPrice', { unitPrice: 0 }],
    ['unitPrice', { unitPrice: 1.005 }],
    ['maxTotal', { maxTotal: 1.005 }],
    ['placeBefore', { placeBefore: 0 }],
    ['recipient.phone', { recipient: { name: '张三', address: '北京市海淀区', phone: ' ' } }],
    ['', { unitPrice: 99_999_999.99, quantity: 999_999 }],
  ])('answers 400 naming %j to %j', async (path, fields) => {
    const { order, ledger } = await startSandbox();
    const { status, body } = await order('ordinary', 'no-1', fields);
    expect(status).toBe(400);
    expect(body).toMatchObject({ reason: 'OTHER', message: expect.any(String), issues: [{ path }] });
    expect(JSON.stringify(body)).not.toMatch(/张三|13800138000/);
    expect(await ledger()).toEqual([]);
  });

  test('answers 400 to a body that is not JSON and 413 to one that is too long', async () => {
    const { origin } = await startSandbox();
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const post = (body: string) => fetch(`${origin}/a/orders`, { method: 'POST', headers, body });
    const broken = await post('{');
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ reason: 'OTHER', message: 'order: is no JSON' });
    expect((await post(`"${'x'.repeat(70_000)}"`)).status).toBe(413);
  });

  test.each([
    '/b/items/ordinary',
    '/a/items/none',
    '/a/items/missing',
    '/a/items/../ordinary',
    '/a/items/toString',
    '/',
  ])('answers 422 to the product %s', async (path) => {
    const { order, ledger } = await startSandbox();
    const answer = await order('', 'no-1', { productUrl: `https://shop-a.example${path}` });
    expect(answer).toEqual({ status: 422, body: { reason: 'UNKNOWN_PRODUCT' } });
    expect(await ledger()).toEqual([]);
  });

  test('takes the item from the path only, whatever host and query', async () => {
    const { order, ledger } = await startSandbox();
    await order('', 'no-1', { productUrl: 'https://shop-a.example/a/items/slow?price=5#top' });
    expect(await ledger()).toMatchObject([{ item: 'slow' }]);
  });

  test('shows the same order for the same number and never makes a second', async () => {
    const { order, ledger } = await startSandbox();
    const first = await order('ordinary', 'no-1');
    const again = await order('ordinary', 'no-1', {
      unitPrice: 5,
      maxTotal: 1,
      placeBefore: 1,
      remarks: 'x',
    });
    expect(again).toEqual({ status: 200, body: first.body });
    expect(await ledger()).toMatchObject([{ postCount: 2, quantity: 2, item: 'ordinary' }]);
  });

  test.each(['ordinary', 'late-answer'])('makes one %s order of simultaneous posts', async (item) => {
    const { order, ledger } = await startSandbox({ speed: 100 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(item, 'no-1')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(new Set(answers.map(({ body }) => body['orderId'])).size).toBe(1);
    expect(await ledger()).toMatchObject([{ postCount: 20 }]);
  });

  test('keeps the numbers of the shops separate', async () => {
    const { order, call, origin } = await startSandbox();
    const a = await order('ordinary', 'no-1');
    const b = await call('POST', '/b/orders', {
      merchantOrderNo: 'no-1',
      productUrl: `${origin}/b/items/ordinary`,
      quantity: 1,
      unitPrice: 5,
      recipient: { name: '李四', address: '上海市', phone: '1' },
    });
    expect(b.status).toBe(201);
    expect(b.body['orderId']).not.toBe(a.body['orderId']);
    const { body } = await call('GET', '/ledger?merchantOrderNo=no-1');
    expect(body['orders']).toMatchObject([{ shop: 'a' }, { shop: 'b' }]);
  });
});

describe('the ledger', () => {
  test('shows every order with what was bought and how often it was posted', async () => {
    const { order, call, ledger, clock } = await startSandbox();
    await order('ordinary', 'no-1', { quantity: 3, unitPrice: 19.99 });
    clock.ms += 1_000;
    expect(await ledger()).toEqual([
      {
        merchantOrderNo: 'no-1',
        orderId: expect.any(String),
        shop: 'a',
        item: 'ordinary',
        quantity: 3,
        unitPrice: 19.99,
        amountPaid: 59.97,
        status: 'SHIPPED',
        createdAt: '2026-11-21T00:00:00.000Z',
        trackingNumber: expect.stringMatching(/^SF\d{20}$/),
        trackingCompany: '顺丰速运',
        parcels: [{ trackingNumber: expect.stringMatching(/^SF\d{20}$/), trackingCompany: '顺丰速运' }],
        updatedAt: '2026-11-21T00:00:01.000Z',
        postCount: 1,
      },
    ]);
    expect((await call('GET', '/ledger?merchantOrderNo=other')).body).toEqual({ orders: [] });
  });

  test('is emptied by a reset, and no order id is used again', async () => {
    const { order, call, ledger } = await startSandbox();
    const first = await order('ordinary', 'no-1');
    await order('flaky', 'no-2');
    expect((await call('POST', '/reset')).status).toBe(204);
    expect(await ledger()).toEqual([]);
    expect((await call('GET', `/a/orders/${first.body['orderId']}`)).status).toBe(404);
    expect((await order('flaky', 'no-2')).status).toBe(503);
    expect((await order('flaky', 'no-2')).status).toBe(503);
    const second = await order('ordinary', 'no-1');
    expect(second.status).toBe(201);
    expect(second.body['orderId']).not.toBe(first.body['orderId']);
  });

  test('answers unknown addresses with 404', async () => {
    const { call } = await startSandbox();
    expect(await call('GET', '/d/orders/x')).toEqual({ status: 404, body: { reason: 'NOT_FOUND' } });
  });
});
