import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GatewayCancelled,
  GatewayCapabilities,
  GatewayCancelRefusal,
  GatewayOrder,
  GatewayQuote,
} from '@procurement-intents/contract/gateway/messages';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ITEM_NAMES, ITEMS } from './items.ts';
import { startSandbox, TOKEN } from '../test/start-sandbox.ts';

const RECIPIENT = { name: '张三', address: '北京市海淀区中关村大街 1 号', phone: '13800138000' };
const REUSED = { status: 422, body: { reason: 'NUMBER_REUSED' } };

describe('the protocol', () => {
  test('is named in every answer', async () => {
    const { origin } = await startSandbox();
    const headers = { authorization: `Bearer ${TOKEN}` };
    const calls: [string, RequestInit][] = [
      ['orders/x', {}],
      ['orders/x', { headers }],
      ['orders/x/cancel', { headers, method: 'POST' }],
    ];
    for (const [path, init] of calls) {
      const response = await fetch(`${origin}/a/${path}`, init);
      expect(response.headers.get('gateway-protocol')).toBe('1');
    }
  });

  test('is not named at an address that is none, so that nobody takes its 404 for a missing order', async () => {
    const { origin } = await startSandbox();
    const headers = { authorization: `Bearer ${TOKEN}` };
    for (const path of ['orders/by-merchant-no/no-1', 'a/orders/orders/by-merchant-no/no-1']) {
      const response = await fetch(`${origin}/${path}`, { headers });
      expect([response.status, response.headers.get('gateway-protocol')]).toEqual([404, null]);
    }
  });

  const orderable = ITEM_NAMES.filter((item) => ITEMS[item].ordering?.answer === 'prompt');
  test.each(orderable)('is followed by every response about %s, at any time', async (item) => {
    const { order, call, clock } = await startSandbox();
    await order(item, 'no-1');
    for (const ageMs of [3_000, 8_000, 100_000]) {
      clock.ms = Date.UTC(2026, 10, 21) + ageMs;
      const { body } = await call('GET', '/a/orders/by-merchant-no/no-1');
      expect(GatewayOrder.strict().safeParse(body).error).toBeUndefined();
      const cancel = await call('POST', `/a/orders/${body['orderId']}/cancel`);
      const schema = cancel.status === 200 ? GatewayCancelled : GatewayCancelRefusal;
      expect(schema.strict().safeParse(cancel.body).error).toBeUndefined();
    }
  });
});

describe('a number', () => {
  test.each<[string, string, object]>([
    ['another product', 'slow', {}],
    ['another quantity', 'ordinary', { quantity: 3 }],
    ['another name', 'ordinary', { recipient: { ...RECIPIENT, name: '李四' } }],
    ['another address', 'ordinary', { recipient: { ...RECIPIENT, address: '上海市' } }],
    ['another phone', 'ordinary', { recipient: { ...RECIPIENT, phone: '13800138001' } }],
    ['no product of this shop', 'none', {}],
  ])('that is sent again with %s makes no order', async (_what, item, fields) => {
    const { order, ledger } = await startSandbox();
    await order('ordinary', 'no-1');
    const before = await ledger();
    expect(await order(item, 'no-1', fields)).toEqual(REUSED);
    expect(await ledger()).toEqual(before);
  });

  test('keeps its content when no order was made', async () => {
    const { order, ledger } = await startSandbox();
    expect((await order('half-made', 'no-1')).status).toBe(503);
    expect(await order('half-made', 'no-1', { quantity: 9 })).toEqual(REUSED);
    expect(await order('ordinary', 'no-1')).toEqual(REUSED);
    expect(await ledger()).toEqual([]);
  });

  test('stays refused, whatever is sent with it later', async () => {
    const { order } = await startSandbox();
    const first = await order('ordinary', 'no-1', { maxTotal: 1 });
    expect(first.body).toMatchObject({ status: 'REJECTED', reason: 'PRICE_CHANGED' });
    expect(await order('ordinary', 'no-1', { maxTotal: 1000 })).toEqual({ status: 200, body: first.body });
  });

  test('keeps its content after a restart, although the file has only a digest', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'sandbox-protocol-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const dataFile = join(dir, 'orders.jsonl');
    const first = await startSandbox({ dataFile });
    const { body } = await first.order('ordinary', 'no-1', { remarks: '请尽快' });
    await first.order('half-made', 'no-2');
    const second = await startSandbox({ dataFile });
    const productUrl = `http://other.example/a/items/ordinary`;
    expect(await second.order('', 'no-1', { productUrl })).toEqual({ status: 200, body });
    expect(await second.order('ordinary', 'no-1', { quantity: 9 })).toEqual(REUSED);
    expect((await second.order('half-made', 'no-2')).status).toBe(201);
    const kept = readFileSync(dataFile, 'utf8');
    expect(kept).toContain('no-1');
    expect(kept).not.toMatch(/张三|中关村|13800138000/);
  });
});

describe('the total', () => {
  test.each([
    ['ordinary', 398, 'CONFIRMED', 398],
    ['ordinary', 397.99, 'REJECTED', 0],
    ['ordinary', undefined, 'CONFIRMED', 398],
    ['shipping', 408, 'CONFIRMED', 408],
    ['shipping', 407.99, 'REJECTED', 0],
    ['shipping', 398, 'REJECTED', 0],
    ['overcharge', 398, 'CONFIRMED', 437.8],
    ['overcharge', 397.99, 'REJECTED', 0],
  ])('of %s with at most %s is checked before payment: %s', async (item, maxTotal, status, amountPaid) => {
    const { order } = await startSandbox();
    const { body } = await order(item, 'no-1', { maxTotal });
    expect(body).toMatchObject({ status, amountPaid });
    expect(body['reason']).toBe(status === 'REJECTED' ? 'PRICE_CHANGED' : undefined);
  });
});

describe('the time of a call', () => {
  test('counts from its receipt, however slowly its body arrives', async () => {
    const { sandbox, clock, ledger, order } = await startSandbox();
    const server = createServer(sandbox.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const port = (server.address() as { port: number }).port;
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const slow = request({ port, host: '127.0.0.1', method: 'POST', path: '/a/orders', headers });
    const received = once(server, 'request');
    slow.write('{');
    await received;
    clock.ms += 2_000;
    const { merchantOrderNo, ...rest } = {
      merchantOrderNo: 'no-1',
      productUrl: 'http://shop/a/items/ordinary',
      quantity: 2,
      unitPrice: 199,
      placeBefore: 2,
      recipient: RECIPIENT,
    };
    slow.end(`"merchantOrderNo":"${merchantOrderNo}",${JSON.stringify(rest).slice(1)}`);
    const [response] = (await once(slow, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect(response.statusCode).toBe(503);
    expect(await ledger()).toEqual([]);
    expect((await order('', 'no-1', { ...rest })).status).toBe(201);
  });

  test('lets an order that was accepted in time be confirmed later', async () => {
    const { order, clock, ledger } = await startSandbox();
    await order('slow', 'no-1', { placeBefore: 1 });
    clock.ms += 8_000;
    expect(await ledger()).toMatchObject([{ status: 'CONFIRMED' }]);
  });
});

test('remarks are stored and shown in the ledger', async () => {
  const { order, ledger } = await startSandbox();
  await order('ordinary', 'no-1', { remarks: '请尽快发货', gift: true });
  expect(await ledger()).toMatchObject([{ remarks: '请尽快发货' }]);
});

test('no status goes back when the clock steps back', async () => {
  const { order, ledger, clock } = await startSandbox();
  await order('ordinary', 'no-1');
  clock.ms += 1_000;
  expect(await ledger()).toMatchObject([{ status: 'SHIPPED' }]);
  clock.ms -= 3_600_000;
  expect(await ledger()).toMatchObject([{ status: 'SHIPPED' }]);
  clock.ms += 60_000;
  expect(await ledger()).toMatchObject([{ status: 'DELIVERED' }]);
});

describe('a quote', () => {
  const quoted = async (sandbox: Awaited<ReturnType<typeof startSandbox>>, item: string, quantity = '1') => {
    const query = new URLSearchParams({ url: `http://any-host/a/items/${item}`, quantity });
    return sandbox.call('GET', `/a/quote?${query.toString()}`);
  };

  test('says what the page says', async () => {
    const sandbox = await startSandbox();
    const { status, body } = await quoted(sandbox, 'ordinary?price=0.29&title=茶', '3');
    expect([status, body]).toEqual([200, { title: '茶', unitPrice: 0.29, available: true }]);
    expect(GatewayQuote.strict().safeParse(body).error).toBeUndefined();
  });

  test.each([
    ['price-up', [199, 218.9]],
    ['price-down', [199, 179.1]],
    ['bomb', [199, 199]],
  ])('changes as the page of %s does', async (item, prices) => {
    const sandbox = await startSandbox();
    const [first, second] = [await quoted(sandbox, item), await quoted(sandbox, item)];
    expect([first.body['unitPrice'], second.body['unitPrice']]).toEqual(prices);
  });

  test('of the last piece says that it is gone once it is reserved', async () => {
    const sandbox = await startSandbox();
    expect((await quoted(sandbox, 'last-piece')).body).toMatchObject({ available: true });
    await sandbox.order('last-piece', 'no-1');
    expect((await quoted(sandbox, 'last-piece')).body).toMatchObject({ available: false });
  });

  test.each([
    ['ordinary?price=x', '1', 400],
    ['ordinary', '0', 400],
    ['ordinary', '1000000', 400],
  ])('of %s for %s pieces answers %s', async (item, quantity, status) => {
    const sandbox = await startSandbox();
    expect((await quoted(sandbox, item, quantity)).status).toBe(status);
  });

  test.each(['missing', 'none', 'not-a-product'])('of %s says that there is no product', async (item) => {
    const answer = await quoted(await startSandbox(), item);
    expect(answer).toMatchObject({ status: 404, body: { reason: 'PRODUCT_NOT_FOUND' } });
  });

  test('and the capabilities need the token', async () => {
    const { origin, call } = await startSandbox();
    for (const path of ['quote?url=x&quantity=1', 'capabilities']) {
      expect((await fetch(`${origin}/a/${path}`)).status).toBe(401);
    }
    const { status, body } = await call('GET', '/a/capabilities');
    expect([status, GatewayCapabilities.strict().safeParse(body).error]).toEqual([200, undefined]);
  });
});
