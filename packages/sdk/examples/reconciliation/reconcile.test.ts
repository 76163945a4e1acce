import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { beforeEach, test } from 'node:test';
import { createTestService } from '@procurement-intents/sdk/testing';
import { listDay } from './list-day.ts';
import { readLedger } from './read-ledger.ts';
import { reconcile, type Difference, type Entry } from './reconcile.ts';

const service = createTestService({ limits: { create: 1_000, general: 1_000, read: 1_000 } });
const client = service.client();
const today = () => service.clock.now().toISOString().slice(0, 10);
beforeEach(() => service.reset());

const buy = (idempotencyKey: string, changes = {}) =>
  client.intents.create(service.order({ price: 0.1, quantity: 3, ...changes }), { idempotencyKey });

async function compare(ledger: Entry[], day = today()): Promise<Difference[]> {
  async function* entries() {
    yield* ledger;
  }
  const found: Difference[] = [];
  for await (const each of reconcile(day, entries(), listDay(client, day))) found.push(each);
  return found;
}

test('equal books have no difference', async () => {
  for (let number = 0; number < 230; number += 1) await buy(`order-${number}`);
  const ledger = Array.from({ length: 230 }, (_, number) => ({ orderNo: `order-${number}`, amount: 0.3 }));
  assert.deepEqual(await compare(ledger), []);
});

test('each difference has its kind and its reason', async () => {
  service.purchases.fail({ title: '键盘' }, 'OUT_OF_STOCK');
  service.purchases.hold({ title: '椅子' });
  service.purchases.complete({ title: '桌子' }, { amountPaid: 0.25 });
  await buy('equal');
  await buy('failed', { title: '键盘' });
  await buy('open', { title: '椅子' });
  await buy('cheaper', { title: '桌子' });
  await buy('unknown');
  await buy('failed-and-unknown', { title: '键盘' });
  const numbers = ['equal', 'failed', 'open', 'cheaper', 'never-sent'];
  const found = await compare(numbers.map((orderNo) => ({ orderNo, amount: 0.3 })));
  const short = found.map(({ kind, orderNo, paidFen, failureCode }) => [kind, orderNo, paidFen, failureCode]);
  assert.deepEqual(short.toSorted(), [
    ['AMOUNT', 'cheaper', 25, null],
    ['AMOUNT', 'failed', 0, 'OUT_OF_STOCK'],
    ['NOT_BOOKED', 'unknown', 30, null],
    ['NOT_SENT', 'never-sent', null, null],
    ['OPEN', 'open', 0, null],
  ]);
  const cheaper = found.find(({ orderNo }) => orderNo === 'cheaper');
  assert.ok(cheaper?.orderId && cheaper.completedAt?.startsWith(today()));
});

test('a refund counts, to the fen', async () => {
  await buy('refunded');
  const { items } = await listDay(client, today());
  async function* refunded() {
    for (const item of items) yield { ...item, amountPaid: 1.2, refunded: 0.1 };
  }
  async function* ledger() {
    yield { orderNo: 'refunded', amount: 1.1 };
  }
  for await (const difference of reconcile(today(), ledger(), refunded())) assert.fail(difference.kind);
});

test('a failed purchase can cost something: a fee, or an order that appeared late and stands', async () => {
  await buy('fee');
  await buy('late');
  const { items } = await listDay(client, today());
  async function* failed() {
    for (const item of items) {
      const order =
        item.idempotencyKey === 'fee'
          ? { orderStatus: 'CANCELLED', cancellationFee: 5 }
          : { orderStatus: 'SHIPPED', amountPaid: 390 };
      yield { ...item, status: 'FAILED', ...order } as typeof item;
    }
  }
  async function* nothing(): AsyncGenerator<Entry> {}
  const found: Difference[] = [];
  for await (const each of reconcile(today(), nothing(), failed())) found.push(each);
  assert.deepEqual(found.map(({ kind, orderNo, paidFen }) => [kind, orderNo, paidFen]).toSorted(), [
    ['NOT_BOOKED', 'fee', 500],
    ['NOT_BOOKED', 'late', 39_000],
  ]);
});

test('an order that was sent on the other side of midnight is found', async () => {
  await buy('late');
  const tomorrow = new Date(service.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  assert.deepEqual(await compare([{ orderNo: 'late', amount: 0.3 }], tomorrow), []);
  assert.deepEqual(await compare([], tomorrow), []);
});

test('an outage fails the run instead of showing half of the differences', async () => {
  await buy('equal');
  service.fail('listIntents', { error: 'LIST_TOO_COSTLY' });
  await assert.rejects(compare([]), { name: 'LIST_TOO_COSTLY' });
});

test('a ledger with a wrong amount is refused', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ledger.csv');
  writeFileSync(file, 'orderNo,amount\norder-1,9.90\norder-2,"1,000"\n');
  await assert.rejects(async () => {
    for await (const entry of readLedger(file)) assert.equal(entry.amount, 9.9);
  }, /1,000/);
});

/** The most memory that a process takes to reconcile this many orders, in MB. */
function measureMemory(orders: number): number {
  const program = `
    const { reconcile } = await import(${JSON.stringify(new URL('reconcile.ts', import.meta.url).href)});
    const each = async function* (item) { for (let number = 0; number < ${orders}; number += 1) yield item(number); };
    const orderNo = (number) => 'order-' + number + '-' + 'x'.repeat(100);
    const intent = (number) => ({ id: 'int_' + number, idempotencyKey: orderNo(number), status: 'COMPLETED',
      amountPaid: 9.9, orderId: 'A' + number, createdAt: '2026-11-21T00:00:00.000Z' });
    const entry = (number) => ({ orderNo: orderNo(number), amount: 9 });
    let count = 0;
    for await (const difference of reconcile('2026-11-21', each(entry), each(intent))) count += 1;
    if (count !== ${orders}) throw new Error(count + ' differences');
    console.log(process.resourceUsage().maxRSS / 1024);`;
  const flags = ['--max-old-space-size=24', '--max-semi-space-size=1', '--input-type=module'];
  return Number(execFileSync(process.execPath, [...flags, '--eval', program]));
}

test('a hundred times as many orders take about the same memory', () => {
  assert.ok(measureMemory(200_000) - measureMemory(2_000) < 45);
});
