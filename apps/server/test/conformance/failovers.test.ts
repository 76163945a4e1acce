import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../database-proxy.ts';
import { type PurchaseDriver, startPurchaseDriver } from '../purchase-driver.ts';

// A failover of seconds: connections break, and the rows that come back have lost what was written last.
const GRACE_MS = 5000;
let proxy: DatabaseProxy;
let driver: PurchaseDriver;

beforeAll(async () => {
  driver = await startPurchaseDriver({
    patienceMs: 3000,
    orderTimeoutMs: 1000,
    inFlightMs: 10_000,
    graceMs: GRACE_MS,
    routeDatabase: async (url) => {
      proxy = await startDatabaseProxy(url);
      return proxy.url;
    },
  });
});
afterAll(async () => {
  await driver.stop();
  await proxy.stop();
});
afterEach(() => driver.reset());

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
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED', placementToken: merchantOrderNo });
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

it('sends no order again to compare it where its promise stands on the row', async () => {
  const id = await driver.create('ordinary');
  driver.clock.advance(GRACE_MS);
  const sent = driver.holdOrders();
  await driver.run(id);
  await sent[0]?.pass();
  await failOver();
  expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
  expect(await driver.orders(id)).toMatchObject([{ postCount: 1 }]);
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
