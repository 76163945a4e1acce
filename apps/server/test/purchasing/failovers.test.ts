import { describe, expect, it, vi } from 'vitest';
import { relay } from '../support/front-gateway.ts';
import { proxy, useDatabaseProxy } from '../support/use-database-proxy.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

// A failover of seconds: connections break, and the rows that come back have lost what was written last.
const GRACE_MS = 5000;
const routeDatabase = useDatabaseProxy();
usePurchaseDriver({
  retryBudgetMs: 3000,
  orderTimeoutMs: 1000,
  lateMarginMs: 10_000,
  graceMs: GRACE_MS,
  routeDatabase,
});

async function failOver(): Promise<void> {
  await proxy.cut();
  await vi.waitFor(() => expect(driver.lines).toContainEqual(expect.objectContaining({ level: 40 })));
  await proxy.restore();
  driver.reset();
}

describe('a row that comes back in time although its order stands', () => {
  it.each(['pi_', ''])('is not bought again under another form than %o', async (prefix) => {
    const id = await driver.create('ordinary');
    const merchantOrderNo = prefix + id.slice('int_'.length);
    await driver.orderUnknown(id, merchantOrderNo);
    await failOver();
    driver.clock.advance(GRACE_MS);
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED', merchantOrderNo: merchantOrderNo });
    expect(await driver.orders(id)).toMatchObject([{ merchantOrderNo }]);
  });

  it('is not given up while its order may stand unseen', async () => {
    const id = await driver.create('price-up');
    await failOver();
    driver.clock.advance(GRACE_MS);
    driver.gateway.handle = (call) => call.reply({ status: 503 });
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
    driver.gateway.reset();
    expect(await driver.finish(id)).toMatchObject({ status: 'FAILED' });
  });
});

it('does not complete a changed row with the older order that the platform tells of', async () => {
  const id = await driver.create('slow');
  await driver.orderUnknown(id);
  await failOver();
  const update = await driver.service.call('PUT', `/api/v1/intents/${id}`, { body: { quantity: 3 } });
  expect(update.status).toBe(200);
  driver.reset();
  // At the first look the order is half-made, which nobody sees.
  driver.gateway.handle = (call) =>
    call.kind === 'find' && call.turn <= 2 ? call.reply({ status: 404 }) : relay(call);
  driver.clock.advance(GRACE_MS);
  expect(await driver.finish(id)).toMatchObject({ status: 'FAILED', orderStatus: 'CANCELLED' });
  expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
});

it('tells the fee of a cancellation whose record a failover has lost', async () => {
  const id = await driver.create('slow-fee');
  driver.clock.advance(GRACE_MS);
  await driver.run(id);
  const before = await driver.load(id);
  expect(before).toMatchObject({ status: 'PROCESSING', orderStatus: 'PLACED' });
  await driver.requestCancel(id);
  expect(await driver.finish(id)).toMatchObject({ status: 'CANCELLED', cancellationFeeFen: 500n });
  await failOver();
  await driver.setBack(before);
  expect(await driver.finish(id)).toMatchObject({ cancellationFeeFen: 500n });
});

it('asks nobody before the order of an intent that was made after the failover', async () => {
  await driver.create('ordinary');
  await failOver();
  const id = await driver.create('ordinary');
  driver.reset();
  driver.clock.advance(GRACE_MS);
  await driver.finish(id);
  expect(driver.gateway.calls).toEqual(['place']);
});
