import { randomBytes } from 'node:crypto';
import {
  CANCEL_WAIT,
  cancelRequestOf,
  type IntentChange,
  isCallerWaiting,
  startOf,
} from '@procurement-intents/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '#prisma';
import { database, useDatabase } from '../../test/support/use-database.ts';
import { seedIntents } from '../../test/support/seed-intents.ts';
import { createRecipientBox } from '../personal-data/recipient-box.ts';
import { changeRow } from './change-row.ts';
import type { IntentPatch, IntentRow, StoreOptions } from './intent-row.ts';
import { readEvents } from '../intents/store/read-events.ts';
import { createIntentStore, type IntentStore } from '../intents/store/intent-store.ts';
import { countAttempts } from './attempt-number.ts';
import { createPurchaseStore, type PurchaseStore } from '../purchasing/store/purchase-store.ts';

let intents: IntentStore;
let purchases: PurchaseStore;
const statuses: string[] = [];

useDatabase({ poolSize: 6 });
beforeAll(async () => {
  const options: StoreOptions = {
    recipients: createRecipientBox([randomBytes(32)]),
    onStatusChange: (status) => void statuses.push(status),
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
const FAILED = { status: 'FAILED', failureCode: 'OUT_OF_STOCK' } as const;
const failure = (detail: string, more: Pick<IntentPatch, 'amountPaidFen' | 'orderId'> = {}) => ({
  fields: { ...FAILED, ...more },
  event: failed(detail),
  isVisible: true,
  nextAttemptAt: null,
  endsCancel: true as const,
  needsLookup: false,
});

describe('claims that arrive together', () => {
  it('begin each intent with its own number, event and attempt, and report each change of status once', async () => {
    statuses.length = 0;
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
    expect(statuses).toEqual(rows.map(() => 'PROCESSING'));
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

describe('statements with a condition of their own write whatever the rules name:', () => {
  const shownBy = ({ isVisible }: { isVisible: boolean }, row?: IntentRow) =>
    isVisible ? { version: 2, updatedAt: AT } : { version: 1, updatedAt: row?.updatedAt };
  const reportsOf = ({ event, also }: IntentChange) =>
    [event, also].flatMap((one) => (one ? { from: null, to: null, detail: null, ...one, at: AT } : []));

  it('a claim that starts the purchase', async () => {
    const [row] = await seed(1);
    const start = startOf({ status: 'SUBMITTED' }, AT);
    const claimed = await purchases.claim(row?.id ?? '', AT);
    expect(await intents.find(claimed?.id ?? '')).toMatchObject({ ...start.fields, ...shownBy(start, row) });
    expect(await readEvents(database, row?.id ?? '')).toMatchObject(reportsOf(start));
  });

  it.each([
    ['one event', undefined],
    ['two events', { type: 'order.overcharged', from: 'SUBMITTED', to: 'PROCESSING', detail: 'b' }],
  ] as const)('a change outside the fenced writer, with %s', async (_what, also) => {
    const [row] = await seed(1);
    const event = { type: 'intent.recovered', from: 'DRAFT', to: 'SUBMITTED', detail: 'a' } as const;
    const change = { fields: { orderId: 'ORD-1' }, event, also, isVisible: true, nextAttemptAt: AT };
    const target = Prisma.sql`SELECT ${row?.id} AS "id", ${AT}::timestamptz AS "at"`;
    await database.$executeRaw(changeRow(target, change));
    const expected = { ...change.fields, nextAttemptAt: AT, ...shownBy(change) };
    expect(await intents.find(row?.id ?? '')).toMatchObject(expected);
    expect(await readEvents(database, row?.id ?? '')).toMatchObject(reportsOf(change));
  });

  it('a request to cancel', async () => {
    const [row] = await seed(1, { status: 'PROCESSING', cancelRefusal: 'not yet' });
    const request = cancelRequestOf(AT);
    const requested = await intents.requestCancel(row?.id ?? '', 1, AT);
    const expected = { ...request.fields, ...shownBy(request, row), nextAttemptAt: request.nextAttemptAt };
    expect(requested).toMatchObject(expected);
    expect(await intents.find(row?.id ?? '')).toMatchObject(expected);
    expect(await readEvents(database, row?.id ?? '')).toMatchObject(reportsOf(request));
  });
});

describe('writes that arrive together', () => {
  it('write each its own values and event, in one version', async () => {
    const rows = await seed(80, { status: 'PROCESSING' });
    const saved = await Promise.all(
      rows.map(({ id, version, attempt }, index) =>
        intents.end({ id, version, attempt }, failure(`${index}`, { amountPaidFen: BigInt(index) }), AT),
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
    statuses.length = 0;
    const end = () => purchases.end({ id, version, attempt }, failure('x'), AT);
    expect([await end(), await end()]).toEqual([true, false]);
    expect(statuses).toEqual(['FAILED']);
    expect(await intents.find(id)).toMatchObject({
      ...FAILED,
      nextAttemptAt: null,
      version: 2,
      updatedAt: AT,
    });
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
    const saved = await Promise.all(fences.map((fence) => intents.end(fence, failure('x'), AT)));
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
        intents.end({ id, version, attempt }, failure('x', { orderId: index === 13 ? 'bad' : 'good' }), AT),
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
    expect(await intents.end({ id, version, attempt }, failure('x'), AT)).toBeNull();
    expect(await eventsOf(id)).toEqual([]);
  });

  it('let one of two writers of a row win', async () => {
    const [row] = await seed(1, { status: 'PROCESSING' });
    const { id = '', version = 0, attempt = 0 } = row ?? {};
    const save = () => intents.end({ id, version, attempt }, failure('x'), AT);
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

  it('leave an intent due as it was, make it due, or make it due no more', async () => {
    const nextAttemptAt = new Date(AT.getTime() - 1000);
    const rows = await seed(3, { status: 'PROCESSING', nextAttemptAt });
    const plain = { fields: { orderId: 'ORD-1' }, event: null, isVisible: false };
    const changes = [plain, { ...plain, nextAttemptAt: null }, { ...plain, nextAttemptAt: AT }];
    for (const [index, { id, version, attempt }] of rows.entries())
      await purchases.update({ id, version, attempt }, changes[index] ?? plain, AT);
    const due = await Promise.all(rows.map(async ({ id }) => (await intents.find(id))?.nextAttemptAt));
    expect(due).toEqual([nextAttemptAt, null, AT]);
  });

  it('do not postpone the attempt that a cancellation has requested while its caller waits', async () => {
    const { waitMs, retryMs } = CANCEL_WAIT;
    const requests = [0, waitMs - 1, waitMs].map((ms) => new Date(AT.getTime() - ms));
    const rows = await Promise.all(
      [...requests, null].map(async (cancelRequestedAt) => {
        const [row] = await seed(1, { status: 'PROCESSING', cancelRequestedAt });
        return row as IntentRow;
      }),
    );
    const nextAttemptAt = new Date(AT.getTime() + 30_000);
    const postponed = { fields: {}, event: null, isVisible: false, nextAttemptAt };
    await Promise.all(
      rows.map(({ id, version, attempt }) => purchases.update({ id, version, attempt }, postponed, AT)),
    );
    const due = await Promise.all(rows.map(async ({ id }) => (await intents.find(id))?.nextAttemptAt));
    const soon = new Date(AT.getTime() + retryMs);
    expect(due).toEqual([soon, soon, nextAttemptAt, nextAttemptAt]);
    expect(rows.map((row) => isCallerWaiting(row, AT))).toEqual([true, true, false, false]);
  });

  it('postpone the attempt that a cancellation has requested where they say that they end the request', async () => {
    const rows = await seed(2, { status: 'PROCESSING', cancelRequestedAt: AT });
    const nextAttemptAt = new Date(AT.getTime() + 30_000);
    const plain = {
      fields: { cancelRequestedAt: null },
      event: null,
      isVisible: false,
      nextAttemptAt,
    };
    const changes = [plain, { ...plain, endsCancel: true }];
    await Promise.all(
      rows.map(({ id, version, attempt }, index) =>
        purchases.update({ id, version, attempt }, changes[index] ?? plain, AT),
      ),
    );
    const due = await Promise.all(rows.map(async ({ id }) => (await intents.find(id))?.nextAttemptAt));
    expect(due).toEqual([new Date(AT.getTime() + 1000), nextAttemptAt]);
  });
});
