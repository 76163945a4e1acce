import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { database, useDatabase } from '../../test/use-database.ts';
import { seedIntents } from '../../test/seed-intents.ts';
import { createRecipientBox } from '../sealing/recipient-box.ts';
import type { StoreOptions } from './store-options.ts';
import type { IntentRow } from './intent-row.ts';
import { readEvents } from '../intents/store/read-events.ts';
import { createIntentStore, type IntentStore } from '../intents/store/intent-store.ts';
import { countAttempts } from '../purchasing/store/attempt-number.ts';
import { createPurchaseStore, type PurchaseStore } from '../purchasing/store/purchase-store.ts';

let intents: IntentStore;
let purchases: PurchaseStore;
const moves: string[] = [];

useDatabase({ poolSize: 6 });
beforeAll(async () => {
  const options: StoreOptions = {
    recipients: createRecipientBox([randomBytes(32)]),
    onMove: (status) => void moves.push(status),
  };
  intents = createIntentStore(database, options);
  purchases = createPurchaseStore(database, options);
});

const AT = new Date('2026-03-04T05:06:07.089Z');
const seed = (count: number, over: Partial<IntentRow> = {}) =>
  seedIntents({ database }, count, () => ({ appId: 'app_1', status: 'SUBMITTED', ...over }));
const eventsOf = async (id: string) => (await readEvents(database, id)).map(({ type }) => type);
const failed = (detail: string) =>
  ({ type: 'intent.failed', from: 'PROCESSING', to: 'FAILED', detail }) as const;
const FAILED = { status: 'FAILED', failureCode: 'OUT_OF_STOCK', nextAttemptAt: null } as const;

describe('claims that arrive together', () => {
  it('begin each intent with its own number, event and attempt, and report each change of status once', async () => {
    moves.length = 0;
    const rows = await seed(100);
    const claimed = await Promise.all(rows.map(({ id }) => purchases.claim(id, AT)));
    for (const [index, { id }] of rows.entries()) {
      const token = id.slice('int_'.length);
      const begun = {
        id,
        status: 'PROCESSING',
        version: 2,
        attempt: claimed[index]?.attempt,
        merchantOrderNo: token,
        processingAt: AT,
      };
      expect(claimed[index]).toMatchObject(begun);
      expect(await intents.find(id)).toMatchObject({ ...begun, updatedAt: AT });
    }
    expect(await eventsOf(rows[50]?.id ?? '')).toEqual(['intent.processing']);
    expect(moves).toEqual(rows.map(() => 'PROCESSING'));
  });

  it('give two attempts at one intent a number each, and one event', async () => {
    const [row] = await seed(1);
    const id = row?.id ?? '';
    const claims = await Promise.all([
      purchases.claim(id, AT),
      purchases.claim(id, AT),
      purchases.claim(id, AT),
    ]);
    expect(claims.map((claim) => countAttempts(claim?.attempt ?? 0)).sort()).toEqual([1, 2, 3]);
    expect(await eventsOf(id)).toEqual(['intent.processing']);
  });

  it('do not change an intent that is not open', async () => {
    const [draft, done, fine] = [
      ...(await seed(1, { status: 'DRAFT' })),
      ...(await seed(1, { status: 'COMPLETED' })),
      ...(await seed(1)),
    ].map(({ id }) => id) as [string, string, string];
    const claims = await Promise.all([draft, done, 'int_gone', fine].map((id) => purchases.claim(id, AT)));
    expect(claims.map((claim) => claim?.id)).toEqual([undefined, undefined, undefined, fine]);
    expect(await intents.find(done)).toMatchObject({ status: 'COMPLETED', attempt: 0 });
  });
});

describe('writes that arrive together', () => {
  it('write each its own values and event, in one version', async () => {
    const rows = await seed(80, { status: 'PROCESSING' });
    const saved = await Promise.all(
      rows.map(({ id, version, attempt }, index) =>
        intents.update(
          { id, version, attempt },
          { ...FAILED, amountPaidFen: BigInt(index) },
          AT,
          failed(`${index}`),
        ),
      ),
    );
    expect(saved.map((row) => [row?.id, row?.version, row?.amountPaidFen, row?.updatedAt])).toEqual(
      rows.map(({ id }, index) => [id, 2, BigInt(index), AT]),
    );
    const [event] = await readEvents(database, rows[7]?.id ?? '');
    expect(event).toMatchObject({ ...failed('7'), at: AT });
  });

  it('are reported once when they end the intent, and only when committed', async () => {
    const [row] = await seed(1, { status: 'PROCESSING' });
    const { id = '', version = 0, attempt = 0 } = row ?? {};
    moves.length = 0;
    const ending = { patch: FAILED, event: failed('x'), needsLookup: false };
    const end = () => purchases.end({ id, version, attempt }, ending, AT);
    expect([await end(), await end()]).toEqual([expect.objectContaining(FAILED), null]);
    expect(moves).toEqual(['FAILED']);
    expect(await intents.find(id)).toMatchObject({ ...FAILED, version: 2, updatedAt: AT });
    expect(await eventsOf(id)).toEqual(['intent.failed']);
  });

  it('are lost alone where a fence does not hold, without an event', async () => {
    const rows = await seed(3, { status: 'PROCESSING', attempt: 4 });
    const [stale, late, fine] = rows as [IntentRow, IntentRow, IntentRow];
    const fences = [
      { id: stale.id, version: 7, attempt: 4 },
      { id: late.id, version: 1, attempt: 3 },
      { id: fine.id, version: 1, attempt: 4 },
    ];
    const saved = await Promise.all(fences.map((fence) => intents.update(fence, FAILED, AT, failed('x'))));
    expect(saved.map((row) => row?.id)).toEqual([undefined, undefined, fine.id]);
    expect(await eventsOf(stale.id)).toEqual([]);
    expect(await eventsOf(late.id)).toEqual([]);
  });

  it('fail alone where the database refuses a row, and the others are committed', async () => {
    await database.$executeRaw`
      ALTER TABLE "intents" ADD CONSTRAINT "no_bad_order" CHECK ("orderId" <> 'bad')`;
    const rows = await seed(30, { status: 'PROCESSING' });
    const outcomes = await Promise.allSettled(
      rows.map(({ id, version, attempt }, index) =>
        intents.update(
          { id, version, attempt },
          { ...FAILED, orderId: index === 13 ? 'bad' : 'good' },
          AT,
          failed('x'),
        ),
      ),
    );
    await database.$executeRaw`ALTER TABLE "intents" DROP CONSTRAINT "no_bad_order"`;
    expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([13]);
    expect(await intents.find(rows[13]?.id ?? '')).toMatchObject({ status: 'PROCESSING', version: 1 });
    expect(await eventsOf(rows[13]?.id ?? '')).toEqual([]);
    expect(await eventsOf(rows[12]?.id ?? '')).toEqual(['intent.failed']);
  });

  it('return null, as for a lost fence, where a trigger leaves the row unchanged', async () => {
    const orderInFlightUntil = new Date(Date.now() + 60_000);
    const [row] = await seed(1, { status: 'PROCESSING', orderInFlightUntil });
    const { id = '', version = 0, attempt = 0 } = row ?? {};
    expect(await intents.update({ id, version, attempt }, FAILED, AT, failed('x'))).toBeNull();
    expect(await eventsOf(id)).toEqual([]);
  });

  it('let one of two writers of a row win', async () => {
    const [row] = await seed(1, { status: 'PROCESSING' });
    const { id = '', version = 0, attempt = 0 } = row ?? {};
    const save = () => intents.update({ id, version, attempt }, FAILED, AT, failed('x'));
    const saved = await Promise.all([save(), save()]);
    expect(saved.filter((one) => one !== null)).toHaveLength(1);
    expect(await eventsOf(id)).toEqual(['intent.failed']);
  });

  it('mark an order in flight only without a cancellation on record', async () => {
    const rows = [
      ...(await seed(1, { status: 'PROCESSING', cancelRequestedAt: AT })),
      ...(await seed(1, { status: 'CANCELLED' })),
      ...(await seed(1, { status: 'PROCESSING' })),
    ];
    const begun = await Promise.all(
      rows.map(({ id, version, attempt }) =>
        purchases.markInFlight({ fence: { id, version, attempt }, inFlightMs: 60_000 }),
      ),
    );
    expect(begun).toEqual([null, null, expect.any(Date)]);
    const states = await Promise.all(rows.map(({ id }) => intents.find(id)));
    expect(states.map((row) => row?.orderInFlightUntil)).toEqual(begun);
  });

  it('do not postpone the attempt that a cancellation has requested, and postpone the others', async () => {
    const rows = [
      ...(await seed(1, { status: 'PROCESSING', cancelRequestedAt: AT })),
      ...(await seed(1, { status: 'PROCESSING' })),
    ];
    const nextAttemptAt = new Date(AT.getTime() + 30_000);
    await Promise.all(
      rows.map(({ id, version }) => purchases.update({ id, version }, { nextAttemptAt }, AT)),
    );
    const turns = await Promise.all(rows.map(async ({ id }) => (await intents.find(id))?.nextAttemptAt));
    expect(turns).toEqual([new Date(AT.getTime() + 1000), nextAttemptAt]);
  });
});
