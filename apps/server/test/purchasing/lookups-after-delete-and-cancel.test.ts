import { describe, expect, it } from 'vitest';
import { Dispatcher } from '../../src/purchasing/dispatch-intents.ts';
import type { FrontCall } from '../support/front-gateway.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

// What is owed to a shop after an intent has ended: to look for its order, and to cancel it.
const GRACE_MS = 5000;
usePurchaseDriver({
  retryBudgetMs: 3000,
  orderTimeoutMs: 1000,
  lateMarginMs: 10_000,
  graceMs: GRACE_MS,
});

const database = () => driver.service.database;
const path = (id: string) => `/api/v1/intents/${id}`;

/** An intent that FAILED although its order is still on its way: no platform keeps its word for so long. */
async function failedInFlight(): Promise<{ id: string; sent: FrontCall[] }> {
  const id = await driver.create('slow');
  driver.clock.advance(GRACE_MS);
  const sent = driver.holdOrders();
  await driver.run(id);
  expect(await driver.finish(id)).toMatchObject({ status: 'FAILED' });
  driver.reset();
  return { id, sent };
}

describe('an intent that is deleted', () => {
  it('is still owed its look, and an order that turns up is cancelled', async () => {
    const { id, sent } = await failedInFlight();
    expect(await driver.service.call('DELETE', path(id))).toMatchObject({ status: 200 });
    await sent[0]?.pass();
    await expect(driver.reconcile(id)).rejects.toThrow(/not found|No record/i);
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
    expect(await driver.lookupOf(id)).toBeNull();
    expect(driver.lines).toMatchObject([{ level: 50, intentId: id, outcome: 'cancelled' }]);
  });

  it('leaves nothing of its caller behind with it', async () => {
    const { id } = await failedInFlight();
    await driver.service.call('DELETE', path(id));
    const owed = await database().$queryRaw`SELECT to_jsonb(l) AS row FROM "order_lookups" AS l`;
    expect(JSON.stringify(owed)).not.toMatch(/张三|13800138000|建国路|user_/);
  });
});

describe('a cancellation before the purchase began', () => {
  it('owes nothing within the grace period', async () => {
    const id = await driver.create('slow');
    expect(await driver.service.call('POST', `${path(id)}/cancel`)).toMatchObject({ status: 200 });
    expect(await driver.lookupOf(id)).toBeNull();
  });

  it('is immediate after it too, and an order that a failover has made unknown is cancelled', async () => {
    const id = await driver.create('slow');
    await driver.orderUnknown(id);
    driver.clock.advance(GRACE_MS);
    expect(await driver.service.call('POST', `${path(id)}/cancel`)).toMatchObject({ status: 200 });
    expect(await driver.reconcile(id)).toMatchObject({ status: 'CANCELLED', orderStatus: 'CANCELLED' });
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
  });
});

it('is due no more when it has ended without an order, whatever made it due', async () => {
  const id = await driver.create('slow');
  await database().intent.update({
    where: { id },
    data: { status: 'CANCELLED', nextAttemptAt: driver.clock.now() },
  });
  await driver.service.syncClock();
  const jobs = { ...driver.service.jobs, wake: () => undefined };
  const dispatcher = new Dispatcher({ ...driver.context, jobs });
  expect(await dispatcher.runOnce()).toBe(1);
  expect(await driver.load(id)).toMatchObject({ status: 'CANCELLED', nextAttemptAt: null });
  expect(await dispatcher.runOnce()).toBe(0);
});
