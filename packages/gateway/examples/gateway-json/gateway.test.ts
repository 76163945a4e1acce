import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createGateway } from '@procurement-intents/gateway';
import { openShop } from './shop.ts';

const TOKEN = 'a-token-for-the-tests';
const folder = mkdtempSync(join(tmpdir(), 'gateway-json-'));
after(() => rmSync(folder, { recursive: true }));

/** A gateway on the same orders file; another one is what a restart is. */
function open() {
  const shop = openShop(`${import.meta.dirname}/articles.json`, join(folder, 'orders.json'));
  const gateway = createGateway(shop, {
    tokens: [TOKEN],
    publicUrl: 'https://tea.example',
    listDelayMs: 0,
    log: () => {},
  });
  const call = async (method: string, path: string, body?: object) => {
    const response = await gateway.fetch(
      new Request(`http://gateway${path}`, {
        method,
        headers: { authorization: `Bearer ${TOKEN}` },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, text: await response.text() };
  };
  const order = (no: string, product: string, quantity: number) =>
    call('POST', '/orders', {
      merchantOrderNo: no,
      productUrl: `https://tea.example/products/${product}`,
      quantity,
      unitPrice: 199,
      recipient: { name: '张三', address: '北京市海淀区 1 号', phone: '13800138000' },
    });
  return { call, order };
}

test('sells once, also after a restart', async () => {
  const first = await open().order('no-1', 'tea-pot', 2);
  assert.equal(first.status, 201);
  const { call, order } = open();
  assert.deepEqual(await order('no-1', 'tea-pot', 2), { status: 200, text: first.text });
  assert.equal((await call('GET', '/orders/no-1')).text, first.text);
});

test('never sells more than there is', async () => {
  const { order } = open();
  const answers = await Promise.all([order('no-2', 'tea-pot', 1), order('no-3', 'tea-pot', 1)]);
  const statuses = answers.map(({ text }) => (JSON.parse(text) as { status: string }).status);
  assert.deepEqual(statuses.toSorted(), ['CONFIRMED', 'REJECTED']);
});

test('takes a cancelled order back into stock, and lists every change', async () => {
  const { call, order } = open();
  assert.equal((await call('POST', '/orders/no-1/cancel')).text, '{"fee":0,"refund":"done"}');
  assert.equal((await order('no-4', 'tea-pot', 2)).status, 201);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const { text } = await call('GET', '/orders?changedSince=2026-01-01T00:00:00Z');
  assert.equal((JSON.parse(text) as { orders: object[] }).orders.length, 4);
});

test('pays an order that may be charged with the same total, and keeps its piece', async () => {
  const { order } = open();
  const file = join(folder, 'orders.json');
  const { text } = await order('no-5', 'green-tea', 1000);
  const { amountPaid } = JSON.parse(text) as { amountPaid: number };
  // As a kill leaves it between the charge and the order.
  const rows = JSON.parse(readFileSync(file, 'utf8')) as [string, { order?: object }][];
  const killed = rows.map(([no, row]) => [
    no,
    no === 'no-5' ? { ...row, order: undefined, touchedAtMs: 0 } : row,
  ]);
  writeFileSync(file, JSON.stringify(killed));
  const again = open();
  assert.match((await again.order('no-6', 'green-tea', 1)).text, /OUT_OF_STOCK/);
  const paid = JSON.parse((await again.order('no-5', 'green-tea', 1000)).text) as object;
  assert.deepEqual(paid, { ...paid, status: 'CONFIRMED', amountPaid });
});

test('shows what it sells', async () => {
  const { call } = open();
  assert.match((await call('GET', '/products/green-tea')).text, /"price":"48.00"/);
  assert.equal((await call('GET', '/products/coffee')).status, 404);
});

test('is an adapter of sixty lines', () => {
  const lines = readFileSync(`${import.meta.dirname}/shop.ts`, 'utf8').split('\n');
  assert.ok(lines.filter((line) => line.trim() !== '').length <= 60);
});
