import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OrderStore } from './order-store.ts';

function makeFile(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return join(dir, 'deep', 'orders.jsonl');
}

function open(file: string): OrderStore {
  const store = new OrderStore(file);
  onTestFinished(() => store.close());
  return store;
}

const place = (store: OrderStore, merchantOrderNo: string) =>
  store.place({
    shop: 'a',
    merchantOrderNo,
    item: 'slow-fee',
    quantity: 2,
    unitPriceFen: 1_999,
    createdAtMs: 1_800_000_000_000,
    postCount: 1,
  });

test('finds orders, repeats and cancellations again after a restart', () => {
  const file = makeFile();
  const before = open(file);
  const first = place(before, 'no-1');
  place(before, 'no-2');
  before.countRepeat(first);
  before.cancel(first, 500);

  const after = open(file);
  expect(after.list()).toEqual(before.list());
  expect(after.findByMerchantNo('a', 'no-1')).toMatchObject({
    postCount: 2,
    cancelFeeFen: 500,
    amountPaidFen: 3_998,
  });
  expect(place(after, 'no-3').orderId).toMatch(/-000003-/);
});

test('cuts off a half-written last line, so that the next order stands on its own line', () => {
  const file = makeFile();
  place(open(file), 'no-1');
  appendFileSync(file, '{"kind":"placed","shop":"a","ord');
  const torn = open(file);
  expect(torn.list()).toHaveLength(1);
  place(torn, 'no-2');
  expect(open(file).list()).toHaveLength(2);
});

test('refuses a file that holds something else and names the line', () => {
  const file = makeFile();
  place(open(file), 'no-1');
  appendFileSync(file, '{"kind":"surprise"}\n');
  const content = readFileSync(file);
  expect(() => new OrderStore(file)).toThrow(/line 2 of .*orders.jsonl is not an order entry/);
  expect(readFileSync(file)).toEqual(content);
});

test('empties the file on reset and goes on after it', () => {
  const file = makeFile();
  const store = open(file);
  place(store, 'no-1');
  store.reset();
  expect(readFileSync(file, 'utf8')).toBe('');
  place(store, 'no-2');
  expect(open(file).list()).toMatchObject([{ merchantOrderNo: 'no-2' }]);
});

test('starts anew when the file is gone', () => {
  const file = makeFile();
  place(open(file), 'no-1');
  rmSync(file);
  expect(open(file).list()).toEqual([]);
});

test('keeps an order out of sight that could not be written', () => {
  const file = makeFile();
  const store = new OrderStore(file);
  store.close();
  expect(() => place(store, 'no-1')).toThrow('EBADF');
  expect(store.list()).toEqual([]);
  writeFileSync(file, '');
});
