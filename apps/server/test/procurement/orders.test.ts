import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { refreshOrder } from '../../src/orders/change-order.ts';
import type { OrderRow, OrderStore } from '../../src/orders/store/order-store.ts';
import { trackIntent } from '../../src/purchasing/track-intent.worker.ts';
import { expectBearerError } from '../support/bearer.ts';
import { intentBody, intentIn } from '../support/intent-factory.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { type Person, person, succeeded } from './support.ts';

let service: TestService;
let buyer: Person;
beforeAll(async () => {
  service = await startTestService({ isWorking: true, sandboxSpeed: 4 });
  buyer = await person(service, ['read:orders', 'write:orders']);
});
afterAll(() => service.stop());

/** Creates an intent of an App and waits for its order. */
async function ordered(item: string, status: string): Promise<string> {
  const signer = await service.addApp();
  const body = intentBody(service, item);
  const { id } = (await service.call('POST', '/api/v1/intents', { body, signer })).body.data;
  await vi.waitFor(
    async () => {
      const row = await service.database.intent.findUniqueOrThrow({ where: { id } });
      expect([row.status, row.orderStatus === null]).toEqual([status, false]);
    },
    { timeout: 20_000, interval: 50 },
  );
  return `ord_${(id as string).slice(4)}`;
}
const recordsOf = (subjectId: string) => service.database.auditEvent.findMany({ where: { subjectId } });
const on = (id: string, method: string, path = '') => buyer.call(method, `/v1/orders/${id}${path}`);

describe('an order', () => {
  it('is shown and listed, whoever asked for it', async () => {
    const id = await ordered('ordinary', 'COMPLETED');
    const order = await succeeded(on(id, 'GET'), 200);
    expect(order).toMatchObject({ id, intentId: `int_${id.slice(4)}`, amountPaid: 398, quantity: 2 });
    const query = `filter[appId]=${order.appId}&filter[amountPaid][gte]=398.00&startDate=2020-01-01`;
    const list = await succeeded(buyer.call('GET', `/v1/orders?${query}`), 200);
    expect(list).toMatchObject({ total: 1, items: [{ id, orderId: order.orderId }] });
  });

  it('is not found without an order, nor under an id of another form', async () => {
    const draft = await intentIn(service, 'DRAFT');
    for (const id of [`ord_${draft.slice(4)}`, 'ord_1', draft]) {
      expectBearerError(await on(id, 'GET'), 'not_found');
      expectBearerError(await on(id, 'POST', '/refresh'), 'not_found');
      expectBearerError(await on(id, 'POST', '/cancel'), 'not_found');
    }
  });

  it('is refreshed by a worker that asks the platform', async () => {
    const id = await ordered('ordinary', 'COMPLETED');
    const read = () => service.database.intent.findUniqueOrThrow({ where: { id: `int_${id.slice(4)}` } });
    const { attempt } = await read();
    const answers = await Promise.all([1, 2, 3].map(() => succeeded(on(id, 'POST', '/refresh'), 200)));
    expect(answers.map((order) => order.id)).toEqual([id, id, id]);
    const after = await read();
    expect(after.attempt).not.toBe(attempt);
    expect(after.orderCheckedAt).not.toBeNull();
  });

  it('is cancelled while it is being processed, and then no more', async () => {
    const id = await ordered('slow', 'PROCESSING');
    expect(await succeeded(on(id, 'GET'), 200)).toMatchObject({ status: 'PLACED', isCancellable: true });
    const cancelled = { status: 'CANCELLED', isCancellable: false };
    expect(await succeeded(on(id, 'POST', '/cancel'), 200)).toMatchObject(cancelled);
    expectBearerError(await on(id, 'POST', '/cancel'), 'conflict');
    expect(await succeeded(on(id, 'POST', '/refresh'), 200)).toMatchObject({ status: 'CANCELLED' });
    const records = await recordsOf(id);
    expect(records).toMatchObject([{ action: 'order.cancel_requested', userId: buyer.id }]);
  });

  it('has one record of who asked first to cancel it, when many do', async () => {
    const id = await ordered('slow', 'PROCESSING');
    const asked = await Promise.all(Array.from({ length: 5 }, () => on(id, 'POST', '/cancel')));
    expect(asked.map(({ status }) => status)).toContain(200);
    expect(await recordsOf(id)).toHaveLength(1);
  });

  it('is not cancelled when that cannot be recorded', async () => {
    const id = await ordered('slow', 'PROCESSING');
    const { database } = service;
    await database.$executeRawUnsafe(
      `ALTER TABLE "audit_events" ADD CONSTRAINT "no_record" CHECK ("subjectId" <> '${id}') NOT VALID`,
    );
    try {
      expectBearerError(await on(id, 'POST', '/cancel'), 'internal');
    } finally {
      await database.$executeRawUnsafe('ALTER TABLE "audit_events" DROP CONSTRAINT "no_record"');
    }
    const where = { id: `int_${id.slice(4)}` };
    expect(await database.intent.findUniqueOrThrow({ where })).toMatchObject({ cancelRequestedAt: null });
  });

  it('stays when the platform refuses to cancel it, with the reason', async () => {
    const id = await ordered('shipped', 'PROCESSING');
    const refused = await on(id, 'POST', '/cancel');
    expectBearerError(refused, 'conflict');
    expect(refused.body.error.reason).toMatch(/shipped/);
    expect(await recordsOf(id)).toMatchObject([{ action: 'order.cancel_requested', userId: buyer.id }]);
  });

  it('shows what tracking has found', async () => {
    const id = await ordered('ordinary', 'COMPLETED');
    await vi.waitFor(
      async () => {
        const order = await succeeded(on(id, 'POST', '/refresh'), 200);
        expect(order).toMatchObject({
          status: expect.stringMatching(/^(SHIPPED|DELIVERED)$/),
          trackingNumber: expect.stringMatching(/./),
        });
      },
      { timeout: 15_000, interval: 100 },
    );
  });

  it('that is bought cannot be cancelled, and tells so', async () => {
    const id = await ordered('ordinary', 'COMPLETED');
    expect(await succeeded(on(id, 'GET'), 200)).toMatchObject({ isCancellable: false });
    expectBearerError(await on(id, 'POST', '/cancel'), 'conflict');
    expect(await recordsOf(id)).toEqual([]);
  });
});

it('an order that the platform did not answer about counts as not asked about', async () => {
  const intentId = await intentIn(service, 'COMPLETED');
  const unclear = { ok: false, kind: 'unclear', reason: 'TIMEOUT' };
  const platforms = new Map([['PLATFORM_A', { getOrder: async () => unclear }]]);
  const context = { ...service.context, platforms } as unknown as typeof service.context;
  await trackIntent(context, intentId, new AbortController().signal);
  const row = await service.database.intent.findUniqueOrThrow({ where: { id: intentId } });
  expect([row.attempt === 0, row.orderCheckedAt]).toEqual([false, null]);
});

it('a refresh that no worker answers is unavailable', async () => {
  const id = `ord_${'0'.repeat(32)}`;
  const order = { id, intentStatus: 'COMPLETED', checkedAt: null } as OrderRow;
  const orders = { find: async () => order } as unknown as OrderStore;
  const requestCheck = async (): Promise<void> => {};
  const context = { orders, intents: service.context, requestCheck, refreshes: new Map(), refreshMs: 150 };
  const refresh = refreshOrder(context, id);
  await expect(refresh).rejects.toMatchObject({ code: 'unavailable' });
  expect(context.refreshes.size).toBe(0);
});
