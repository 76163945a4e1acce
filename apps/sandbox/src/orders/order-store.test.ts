import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OrderStore } from './order-store.ts';
import type { NewOrder } from './order-store.ts';

function makeFile(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return join(dir, 'deep', 'orders.jsonl');
}

const NOW_MS = 1_800_000_000_000;

function open(file: string, nowMs = NOW_MS): OrderStore {
  const store = new OrderStore(file, () => nowMs);
  onTestFinished(() => store.close());
  return store;
}

const place = (store: OrderStore, merchantOrderNo: string, changes: Partial<NewOrder> = {}) =>
  store.place({
    shop: 'a',
    merchantOrderNo,
    item: 'slow-fee',
    quantity: 2,
    unitPriceFen: 1_999,
    amountPaidFen: 3_998,
    shippingFen: 0,
    refusal: null,
    createdAtMs: NOW_MS,
    postCount: 1,
    contentHash: 'content',
    productHash: 'product',
    ...changes,
  });

test('restores orders, repeated posts and cancellations after a restart', () => {
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
    cancelled: { feeFen: 500, atMs: NOW_MS },
    amountPaidFen: 3_998,
  });
  expect(place(after, 'no-3').orderId).toMatch(/-000003-/);
});

test('removes an incomplete last line, so that the next order begins on a new line', () => {
  const file = makeFile();
  place(open(file), 'no-1');
  appendFileSync(file, '{"kind":"placed","shop":"a","ord');
  const torn = open(file);
  expect(torn.list()).toHaveLength(1);
  place(torn, 'no-2');
  expect(open(file).list()).toHaveLength(2);
});

test('refuses a file with other content and names the line', () => {
  const file = makeFile();
  place(open(file), 'no-1');
  appendFileSync(file, '{"kind":"surprise"}\n');
  const content = readFileSync(file);
  expect(() => new OrderStore(file)).toThrow(/line 2 of .*orders.jsonl is not an order entry/);
  expect(readFileSync(file)).toEqual(content);
});

test('empties the file on reset and can write again', () => {
  const file = makeFile();
  const store = open(file);
  place(store, 'no-1');
  store.reset();
  expect(readFileSync(file, 'utf8')).toBe('');
  place(store, 'no-2');
  expect(open(file).list()).toMatchObject([{ merchantOrderNo: 'no-2' }]);
});

test('starts empty when the file was deleted', () => {
  const file = makeFile();
  place(open(file), 'no-1');
  rmSync(file);
  expect(open(file).list()).toEqual([]);
});

test('does not show an order that could not be written', () => {
  const file = makeFile();
  const store = new OrderStore(file);
  store.close();
  expect(() => place(store, 'no-1')).toThrow('EBADF');
  expect(store.list()).toEqual([]);
  writeFileSync(file, '');
});

test('reads the file of an older sandbox', () => {
  const file = makeFile();
  open(file);
  const placed = {
    kind: 'placed',
    shop: 'a',
    merchantOrderNo: 'no/1 of 128 characters',
    item: 'slow-fee',
    quantity: 2,
    unitPriceFen: 1_999,
    createdAtMs: NOW_MS,
    postCount: 1,
    orderId: 'A20270115-000001-123456',
    amountPaidFen: 3_998,
  };
  const rejected = { ...placed, item: 'rejected', merchantOrderNo: 'no-2', orderId: 'A2', amountPaidFen: 0 };
  const lines = [
    placed,
    rejected,
    { kind: 'repeated', orderId: placed.orderId },
    { kind: 'cancelled', orderId: placed.orderId, feeFen: 500 },
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect(open(file).list()).toMatchObject([
    {
      merchantOrderNo: 'no/1 of 128 characters',
      postCount: 2,
      refusal: null,
      contentHash: null,
      cancelled: { feeFen: 500, atMs: NOW_MS },
    },
    { merchantOrderNo: 'no-2', refusal: 'OTHER' },
  ]);
});

test('restores a begun number after a restart, until its order is made', () => {
  const file = makeFile();
  const before = open(file);
  const begun = { shop: 'a', merchantOrderNo: 'no-1', contentHash: 'content' } as const;
  before.begin(begun);
  before.begin(begun);
  expect(open(file).findBegun('a', 'no-1')).toEqual({ ...begun, postCount: 2 });
  expect(open(file).findBegun('b', 'no-1')).toBeNull();
  expect(before.list()).toEqual([]);
  place(before, 'no-1');
  expect(open(file).findBegun('a', 'no-1')).toBeNull();
});

test('shows no order before it is made', () => {
  const file = makeFile();
  const { orderId } = place(open(file), 'no-1', { createdAtMs: NOW_MS + 3000 });
  const early = open(file, NOW_MS + 2999);
  expect(early.list()).toEqual([]);
  expect(early.findById('a', orderId)).toBeNull();
  expect(early.findByMerchantNo('a', 'no-1')).toBeNull();
  expect(early.findPlaced('a', 'no-1')).toMatchObject({ orderId });
  expect(early.findSale('a', 'product')).toMatchObject({ orderId });
  expect(open(file, NOW_MS + 3000).list()).toMatchObject([{ orderId }]);
});

test('shows every order to a process whose clock is behind', () => {
  const file = makeFile();
  place(open(file), 'no-1');
  const behind = open(file, NOW_MS - 60_000);
  expect(behind.list()).toHaveLength(1);
  expect(behind.now()).toBe(NOW_MS);
});
