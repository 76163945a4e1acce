import { describe, expect, it } from 'vitest';
import { openRecovery, recoverOrders } from '../../src/purchasing/recover-orders.ts';
import { driver, usePurchaseDriver } from '../use-purchase-driver.ts';

// A database that came back from a backup, while the shops went on.
usePurchaseDriver({ retryBudgetMs: 3000, orderTimeoutMs: 1000, inFlightMs: 10_000 });

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

const recover = (isApplied: boolean) => {
  const deps = openRecovery(database(), { platforms: driver.context.platforms, timeoutMs: 1000 });
  return recoverOrders(deps, { since: new Date(0), isApplied });
};
const stepOf = async (id: string, isApplied = false) => {
  const { orders } = await recover(isApplied);
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

  it('keeps its number on the row when an older release claims it', async () => {
    const id = await setBack('ordinary');
    const [order] = await driver.orders(id);
    expect(await stepOf(id, true)).toBe('adopt');
    // As releases did that made the number anew with each first claim.
    const claimed = await database().$queryRaw`
      UPDATE "intents" SET "attempt" = "attempt" + 1, "version" = "version" + 1, "status" = 'PROCESSING',
        "processingAt" = "service_now"(), "placementToken" = 'pi_' || substr("id", 5)
      WHERE "id" = ${id} AND "status" = 'SUBMITTED' RETURNING "placementToken"`;
    expect(claimed).toEqual([{ placementToken: order?.merchantOrderNo }]);
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED', orderId: order?.orderId });
    expect(await driver.orders(id)).toHaveLength(1);
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
