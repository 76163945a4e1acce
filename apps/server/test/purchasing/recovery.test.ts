import { describe, expect, it } from 'vitest';
import { openRecovery } from '../../src/operator.ts';
import { recoverOrders } from '../../src/purchasing/recover-orders.ts';
import { type FrontCall, relay } from '../support/front-gateway.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

// A database that came back from a backup, while the shops went on.
usePurchaseDriver({ retryBudgetMs: 3000, orderTimeoutMs: 1000, lateMarginMs: 10_000 });

const database = () => driver.service.database;
const NOTHING_OF_IT = {
  status: 'SUBMITTED',
  orderId: null,
  orderStatus: null,
  amountPaidFen: null,
  processingAt: null,
  merchantOrderNo: null,
  orderInFlightUntil: null,
  retryOrderAfter: null,
  completedAt: null,
} as const;

/** Buys, and sets the row back to what it was before. */
async function setBack(item: string, data: object = {}): Promise<string> {
  const id = await driver.create(item);
  await driver.run(id);
  expect(await driver.orders(id)).toHaveLength(1);
  const nextAttemptAt = driver.clock.now();
  await database().intent.update({ where: { id }, data: { ...NOTHING_OF_IT, nextAttemptAt, ...data } });
  driver.reset();
  return id;
}

const recover = (isApplied: boolean, since = new Date(0)) => {
  const deps = openRecovery(database(), { platforms: driver.context.platforms, timeoutMs: 20_000 });
  return recoverOrders(deps, { since, isApplied });
};
const stepOf = async (id: string, isApplied = false) => {
  const { orders, unasked } = await recover(isApplied);
  expect(unasked).toEqual([]);
  return orders.find(({ intentId }) => intentId === id)?.step ?? null;
};

describe('an open intent that is older than the restore', () => {
  it.each([{}, { status: 'DRAFT', submittedAt: null }])(
    'finds its order before it sends one: %o',
    async (data) => {
      const id = await setBack('ordinary', data);
      const context = { ...driver.context, recoveredAt: new Date(driver.clock.now().getTime() + 1) };
      if ('status' in data) {
        await driver.service.call('POST', `/api/v1/intents/${id}/submit`);
        driver.reset();
      }
      await driver.run(id, context);
      expect(await driver.load(id)).toMatchObject({ status: 'COMPLETED' });
      expect(await driver.orders(id)).toHaveLength(1);
    },
  );
});

describe('an order that the platform lists', () => {
  it('and that its intent knows needs nothing', async () => {
    const id = await driver.create('ordinary');
    await driver.finish(id);
    expect(await stepOf(id)).toBeNull();
  });

  it.each([{}, { status: 'PROCESSING' }, { status: 'DRAFT', submittedAt: null }])(
    'is adopted by its open intent: %o',
    async (data) => {
      const id = await setBack('ordinary', data);
      expect(await stepOf(id)).toBe('adopt');
      expect(await driver.load(id)).toMatchObject({ orderId: null });
      expect(await stepOf(id, true)).toBe('adopt');
      expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
      expect(await driver.orders(id)).toHaveLength(1);
      expect(await stepOf(id)).toBeNull();
      expect(await driver.events(id)).toContain('intent.recovered');
    },
  );

  it('is adopted although somebody holds its intent for a moment', async () => {
    const id = await setBack('ordinary');
    const held = Promise.withResolvers<void>();
    const letGo = Promise.withResolvers<void>();
    const holding = database().$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT "id" FROM "intents" WHERE "id" = ${id} FOR UPDATE`;
      held.resolve();
      await letGo.promise;
    });
    await held.promise;
    const adopting = stepOf(id, true);
    // Until the first attempt has waited in vain.
    const waits = () => database().$queryRaw<{ pid: number }[]>`
      SELECT "pid" FROM pg_stat_activity WHERE "wait_event_type" = 'Lock' AND "datname" = current_database()`;
    await expect.poll(waits).toHaveLength(1);
    await expect.poll(waits, { timeout: 10_000, interval: 10 }).toHaveLength(0);
    letGo.resolve();
    await holding;
    expect(await adopting).toBe('adopt');
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
  });

  it.each([
    ['slow', 'FAILED'],
    // What the shop does not take back is kept, and told.
    ['ordinary', 'COMPLETED'],
  ])('is compared when it is adopted after a change: %s', async (item, status) => {
    const id = await setBack(item);
    const update = await driver.service.call('PUT', `/api/v1/intents/${id}`, { body: { quantity: 3 } });
    expect(update.status).toBe(200);
    driver.clock.advance(11_000);
    // Its first look gets no answer, so that it is PROCESSING without an order.
    driver.gateway.handle = (call) => (call.kind === 'find' ? call.reply({ status: 503 }) : relay(call));
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderId: null, quantity: 3 });
    driver.reset();
    await driver.service.syncClock();
    expect(await stepOf(id, true)).toBe('adopt');
    driver.clock.advance(1000);
    expect(await driver.finish(id)).toMatchObject({ status });
    expect(driver.gateway.calls).toEqual(expect.arrayContaining(['place', 'cancel']));
    expect(driver.lines.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('number'));
  });

  it('is reported when the platform had forgotten it until its intent failed', async () => {
    const id = await driver.create('slow-fee');
    await driver.run(id);
    driver.gateway.handle = (call) =>
      call.kind === 'get' || call.kind === 'find' ? call.reply({ status: 404, body: {} }) : relay(call);
    const [order] = await driver.orders(id);
    expect(await driver.finish(id)).toMatchObject({ status: 'FAILED', orderId: order?.orderId });
    while (await driver.lookupOf(id)) await driver.reconcile(id);
    driver.reset();
    expect(await stepOf(id, true)).toBe('report');
    expect(await driver.lookupOf(id)).toBeNull();
  });

  it('is cancelled when its intent has ended without it', async () => {
    const id = await setBack('slow', { status: 'CANCELLED', nextAttemptAt: null });
    expect(await stepOf(id, true)).toBe('cancel');
    await driver.reconcile(id);
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
    expect(await stepOf(id)).toBeNull();
  });

  it('is cancelled when the backup has no such intent', async () => {
    const id = await setBack('slow');
    await database().intent.delete({ where: { id } });
    expect(await stepOf(id, true)).toBe('cancel');
    await expect(driver.reconcile(id)).rejects.toThrow();
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
  });
});

describe('a list of orders without an end', () => {
  it.each<[string, number, (call: FrontCall) => string]>([
    ['that is always the same page', 2, () => 'again'],
    ['of a thousand pages', 1000, ({ turn }) => `page-${turn}`],
  ])('%s is read no further', async (_, pages, cursorOf) => {
    const id = await setBack('ordinary');
    driver.gateway.handle = async (call) => {
      if (call.turn > pages) return call.reply({ status: 500 });
      const first = call.turn === 1 ? ((await call.pass()).body as object) : { orders: [] };
      call.reply({ status: 200, body: { ...first, nextCursor: cursorOf(call) } });
    };
    const { orders, unasked } = await recover(true);
    expect(driver.gateway.calls.slice(0, pages)).toEqual(Array(pages).fill('list'));
    expect(unasked[0]).toEqual({
      platform: 'PLATFORM_A',
      reason: 'LIST_WITHOUT_END',
      readUpTo: expect.any(Date),
    });
    expect(orders.find(({ intentId }) => intentId === id)).toMatchObject({ step: 'adopt' });
    driver.reset();
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
  });

  it('names no time to go on at that begins the same pass again', async () => {
    await setBack('ordinary');
    let page: object | undefined;
    driver.gateway.handle = async (call) => {
      page ??= (await call.pass()).body as object;
      call.reply({ status: 200, body: { ...page, nextCursor: 'again' } });
    };
    const reached = (await recover(false)).unasked[0]?.readUpTo;
    expect(reached).toBeInstanceOf(Date);
    expect((await recover(false, reached)).unasked[0]?.readUpTo).toBeUndefined();
  });
});
