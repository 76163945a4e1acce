import { expect, it } from 'vitest';
import { reconcileOrder } from '../../src/purchasing/reconcile-order.worker.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

// `npm run recover` schedules a look-up when an adoption fails, and the purchase may have found another order meanwhile.
usePurchaseDriver({ retryBudgetMs: 3000, orderTimeoutMs: 1000, lateMarginMs: 10_000 });

it.each([
  ['is being bought', 'PROCESSING', 'slow-fee', (id: string) => driver.run(id)],
  ['is bought', 'COMPLETED', 'ordinary', (id: string) => driver.finish(id)],
] as const)('a look-up of an intent that %s leaves its order, and ends', async (_what, status, item, buy) => {
  const id = await driver.create(item);
  await buy(id);
  const before = await driver.load(id);
  const { merchantOrderNo, platform } = before;
  if (before.status !== status || before.orderId === null || merchantOrderNo === null)
    throw new Error('no such order');
  await driver.context.lookups.schedule({ intentId: id, platform, merchantOrderNo });
  await reconcileOrder(driver.context, id, new AbortController().signal);
  expect(driver.gateway.calls).not.toContain('cancel');
  expect(await driver.lookupOf(id)).toBeNull();
  expect(await driver.load(id)).toEqual(before);
  expect(driver.lines).toEqual([]);
});

it('what a look-up has found is written to no intent that is bought', async () => {
  const id = await driver.create('ordinary');
  const before = await driver.finish(id);
  const { lookups } = driver.context;
  await lookups.schedule({ intentId: id, platform: before.platform, merchantOrderNo: 'another' });
  const lookup = await lookups.begin(id);
  if (lookup === null) throw new Error('no look-up');
  const event = { type: 'order.late_cancelled', detail: 'ORD-2' } as const;
  await lookups.finish(lookup, { fields: { orderId: 'ORD-2' }, event, isVisible: true });
  expect(await driver.load(id)).toEqual(before);
  expect(await driver.events(id)).not.toContain('order.late_cancelled');
  expect(await driver.lookupOf(id)).toBeNull();
});

it('a look-up that has met an open intent does not take the one that its end owes', async () => {
  const id = await driver.create('ordinary');
  driver.holdOrders();
  await driver.run(id);
  const { platform, merchantOrderNo } = await driver.load(id);
  const { lookups } = driver.context;
  await lookups.schedule({ intentId: id, platform, merchantOrderNo: merchantOrderNo ?? '' });
  const begin: typeof lookups.begin = async (intentId) => {
    const lookup = await lookups.begin(intentId);
    expect((await driver.finish(id)).status).toBe('FAILED');
    return lookup;
  };
  await reconcileOrder(
    { ...driver.context, lookups: { ...lookups, begin } },
    id,
    new AbortController().signal,
  );
  expect(await driver.lookupOf(id)).not.toBeNull();
});
