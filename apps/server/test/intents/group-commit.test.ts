import { createHash, randomBytes } from 'node:crypto';
import { type CreateIntentInput, ROUTES } from '@procurement-intents/contract';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { NewIntent } from '../../src/intents/store/insert-intents.ts';
import { newIntent } from '../../src/intents/create-intent.ts';
import type { IntentRow } from '../../src/intent-rows/intent-row.ts';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import type { Signer } from '../support/sign.ts';
import { storedEvents } from '../support/stored-intent.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const PATH = ROUTES.createIntent.path;
let service: TestService;
let signer: Signer;

beforeAll(async () => {
  service = await startTestService({ graceMs: 86_400_000 });
});
beforeEach(async () => {
  signer = await service.addApp();
});
afterAll(() => service.stop());

/** A create as the repository gets it, with a key and a signature of its own unless told otherwise. */
function newItem(changes: Partial<IntentRow> = {}, more: Partial<NewIntent> = {}): NewIntent {
  const signature = randomBytes(32).toString('hex');
  const { signal } = new AbortController();
  const body = intentBody(service) as CreateIntentInput;
  const rawBody = Buffer.from(JSON.stringify(body));
  const request = {
    appId: signer.appId,
    body,
    rawBody,
    idempotencyKey: `signature ${signature}`,
    signature,
    caller: { aborted: false, signal },
  };
  const requestHash = createHash('sha256').update(rawBody).digest('hex');
  const row = { ...newIntent(service.context, request, requestHash), ...changes };
  return { row, type: 'intent.submitted', signature, signal, ...more };
}

const insertAll = (items: NewIntent[]) =>
  Promise.all(items.map((item) => service.context.intents.insert(item)));
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const storedIds = async () => {
  const rows = await service.database.intent.findMany({
    where: { appId: signer.appId },
    select: { id: true },
  });
  return rows.map(({ id }) => id).sort();
};
const create = (body: unknown, key: string) =>
  service.call('POST', PATH, { body, headers: { 'Idempotency-Key': key }, signer });

it('stores each of many creates at once as it was given, with one event and its signature', async () => {
  const items = range(150).map(() => newItem({ remarks: '"急" \\ \u2028 👍' }));
  expect(await insertAll(items)).toEqual(items.map(() => true));
  const rows = await service.database.intent.findMany({
    where: { appId: signer.appId },
    orderBy: { id: 'asc' },
  });
  expect(rows.map((row) => service.recipients.open(row))).toEqual(
    items.map(({ row }) => row).sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  for (const { row, signature } of items.slice(0, 5)) {
    expect(await storedEvents(service.database, row.id)).toMatchObject([
      { type: 'intent.submitted', at: row.createdAt, from: null, to: 'SUBMITTED' },
    ]);
    expect((await service.context.intents.findSignedCreate(signer.appId, signature))?.intentId).toBe(row.id);
  }
  const where = { intentId: { in: items.map(({ row }) => row.id) } };
  expect(await service.database.intentEvent.count({ where })).toBe(150);
});

it('fails the one row that the database refuses, and none of those beside it', async () => {
  const items = range(20).map((index) => newItem(index === 7 ? { title: 'a\u0000b' } : {}));
  const outcomes = await Promise.allSettled(items.map((item) => service.context.intents.insert(item)));
  const refused = outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
  expect(refused).toEqual([7]);
  const good = items.filter((_item, index) => index !== 7).map(({ row }) => row.id);
  expect(await storedIds()).toEqual(good.sort());
});

it('writes nothing for a caller who has gone before its turn', async () => {
  const gone = new AbortController();
  const items = [newItem(), newItem({}, { signal: gone.signal }), newItem()];
  const inserting = insertAll(items);
  gone.abort();
  expect(await inserting).toEqual([true, false, true]);
  expect(await storedIds()).toHaveLength(2);
});

it('lets one of several creates of one key or one signature win, also within a batch', async () => {
  const signature = randomBytes(32).toString('hex');
  const unkeyed = { idempotencyKey: `signature ${signature}` };
  const results = await insertAll([
    ...range(3).map(() => newItem({ idempotencyKey: 'key one' })),
    ...range(3).map(() => newItem(unkeyed, { signature })),
  ]);
  expect(results.slice(0, 3).filter(Boolean)).toHaveLength(1);
  expect(results.slice(3).filter(Boolean)).toHaveLength(1);
  expect(await storedIds()).toHaveLength(2);
});

it('writes the others in the same statement when a signature among them was used before', async () => {
  const recorded = newItem();
  expect(await insertAll([recorded])).toEqual([true]);
  const forged = newItem({ idempotencyKey: 'key evil' }, { signature: recorded.signature });
  const rows = vi.spyOn(service.database, 'rows');
  onTestFinished(() => rows.mockRestore());
  expect(await insertAll([newItem(), forged, newItem()])).toEqual([true, false, true]);
  expect(rows).toHaveBeenCalledOnce();
});

it('asks for no earlier create of a known page, and replays and refuses all the same', async () => {
  const body = intentBody(service);
  expectSuccess(await create(body, 'warm'), 'createIntent');
  const first = await create(body, 'order-1');
  const again = await create(body, 'order-1');
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expectError(await create({ ...body, quantity: 3 }, 'order-1'), 'IDEMPOTENCY_KEY_REUSED');
  // The refused create has left no signature that could stand for an intent later.
  const known = await service.database.signedCreate.findMany({ where: { appId: signer.appId } });
  const ids = await storedIds();
  expect(known.filter(({ intentId }) => !ids.includes(intentId))).toEqual([]);
});

it('answers each of many reads at once with its own row', async () => {
  const items = range(100).map(() => newItem());
  await insertAll(items);
  const wanted = [...items.map(({ row }) => row.id), `int_${'0'.repeat(32)}`, items[0]?.row.id ?? ''];
  const found = await Promise.all(wanted.map((id) => service.context.intents.find(id)));
  expect(found.map((row) => row?.id ?? null)).toEqual(
    wanted.map((id) => (id.endsWith('0'.repeat(32)) ? null : id)),
  );
});
