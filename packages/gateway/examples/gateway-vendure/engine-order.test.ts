import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { ShopOrder } from '@procurement-intents/gateway';
import { Engine, EngineError } from './engine.ts';
import { foundOf, orderOf, owedOf, pageOf, refundStateOf } from './engine-order.ts';
import type { EngineOrder } from './engine-order.ts';

const FIELDS = {
  merchantOrderNo: 'no-1',
  contentHash: 'hash',
  payingFen: null,
  awaitsTransfer: null,
  rejection: null,
};
const PAYMENT = { id: '7', amount: 4_800, state: 'Settled', refunds: [] };

function engineOrder(changes: Partial<EngineOrder>, fields: Partial<EngineOrder['customFields']> = {}) {
  return {
    id: '1',
    code: 'CODE',
    state: 'PaymentSettled',
    updatedAt: '2026-11-28T05:00:00.000Z',
    totalWithTax: 4_800,
    shippingWithTax: 0,
    lines: [],
    payments: [PAYMENT],
    fulfillments: [],
    ...changes,
    customFields: { ...FIELDS, ...fields },
  } satisfies EngineOrder;
}

test('hides an order until it is accepted, paid or refused', () => {
  for (const state of ['Draft', 'ArrangingPayment'])
    assert.equal(orderOf(engineOrder({ state, payments: [] }, { payingFen: 4_800 })), null);
  const found = foundOf(engineOrder({ state: 'ArrangingPayment', payments: [] }, { payingFen: 4_800 }));
  assert.deepEqual(found, {
    contentHash: 'hash',
    begun: '1',
    touchedAtMs: Date.parse('2026-11-28T05:00:00Z'),
    payingFen: 4_800,
  });
});

test('knows the status by words, parcels and state', () => {
  const sent = [{ state: 'Shipped', method: '顺丰速运', trackingCode: 'SF1' }];
  const cases: [EngineOrder, ShopOrder['status']][] = [
    [engineOrder({ state: 'Draft' }, { rejection: '{"reason":"OUT_OF_STOCK"}' }), 'REJECTED'],
    [engineOrder({ state: 'Cancelled' }, { rejection: '{"reason":"OTHER"}' }), 'REJECTED'],
    [engineOrder({ state: 'ArrangingPayment', payments: [] }, { awaitsTransfer: true }), 'ACCEPTED'],
    [engineOrder({}, { awaitsTransfer: true }), 'CONFIRMED'],
    [engineOrder({ fulfillments: [{ ...sent[0]!, state: 'Pending' }] }), 'CONFIRMED'],
    [engineOrder({ state: 'Shipped', fulfillments: sent }), 'SHIPPED'],
    // A person changes an order of which a parcel has left.
    [engineOrder({ state: 'Modifying', fulfillments: sent }), 'SHIPPED'],
    [engineOrder({ state: 'Delivered', fulfillments: sent }), 'DELIVERED'],
    [engineOrder({ state: 'Cancelled', totalWithTax: 0 }), 'CANCELLED'],
  ];
  for (const [order, status] of cases) assert.equal(orderOf(order)?.status, status);
});

test('owes what is in no refund, and is done when refunds are settled', () => {
  const withRefund = (state: string) =>
    engineOrder({ payments: [{ ...PAYMENT, refunds: [{ id: '1', total: 4_800, state }] }] });
  assert.deepEqual(owedOf(engineOrder({})), [{ paymentId: '7', fen: 4_800 }]);
  assert.deepEqual(owedOf(withRefund('Failed')), [{ paymentId: '7', fen: 4_800 }]);
  assert.deepEqual(owedOf(withRefund('Pending')), []);
  assert.equal(refundStateOf(withRefund('Pending')), 'pending');
  assert.equal(refundStateOf(withRefund('Settled')), 'done');
  assert.equal(orderOf(withRefund('Settled'))?.refundedFen, 4_800);
});

test('pages the list without losing an order of the same millisecond', () => {
  const order = (orderId: string, updatedAtMs: number): ShopOrder => ({
    orderId,
    merchantOrderNo: orderId,
    status: 'CONFIRMED',
    amountPaidFen: 1,
    updatedAtMs,
  });
  // As the engine sorts them: B came some microseconds before A.
  const all = [order('Z', 1), order('B', 2), order('A', 2), order('C', 3)];
  const ids = (orders: ShopOrder[] | null) => orders?.map(({ orderId }) => orderId);
  const query = { changedSinceMs: 0, changedBeforeMs: 9, after: null, limit: 9 };
  assert.deepEqual(ids(pageOf(all, query, true)), ['Z', 'A', 'B', 'C']);
  assert.deepEqual(ids(pageOf(all, { ...query, after: { orderId: 'A', updatedAtMs: 2 } }, true)), ['B', 'C']);
  // A is not in the window yet, and has to come before B.
  assert.deepEqual(ids(pageOf(all.slice(0, 2), query, false)), ['Z']);
  assert.equal(pageOf(all.slice(1, 3), query, false), null);
});

test('logs in again when the session has ended, and throws what the engine does not do', async () => {
  let logins = 0;
  let answer: object = { data: { me: { id: '1' } } };
  const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const isLogin = body.includes('login(');
    if (isLogin) logins += 1;
    const isKnown = request.headers.authorization === `Bearer session-${logins}`;
    const forbidden = { errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] };
    if (isLogin) response.setHeader('vendure-auth-token', `session-${logins}`);
    response.end(JSON.stringify(isLogin ? { data: { login: {} } } : isKnown ? answer : forbidden));
  };
  const server = createServer((request, response) => void answerTo(request, response)).listen(0, '127.0.0.1');
  after(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const engine = new Engine({ url, username: 'x', password: 'y' });
  const call = { signal: new AbortController().signal };
  await engine.run('{ me { id } }', {}, call);
  logins += 1; // As a session that the engine has forgotten.
  assert.deepEqual(await engine.run('{ me { id } }', {}, call), { me: { id: '1' } });
  assert.equal(logins, 3);
  answer = { data: { one: {}, two: { errorCode: 'INSUFFICIENT_STOCK_ERROR', message: 'only 3' } } };
  await assert.rejects(
    engine.run('mutation { x }', {}, call),
    (error) => error instanceof EngineError && error.code === 'INSUFFICIENT_STOCK_ERROR',
  );
});
