import { describe, expect, it } from 'vitest';
import type { ConnectionWatch } from '../../src/postgres/connection-watch.ts';
import { reconcileOrder } from '../../src/purchasing/reconcile-order.worker.ts';
import { intentBody } from '../support/intent-factory.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

usePurchaseDriver({ graceMs: 5000 });

const createDraft = async (): Promise<string> => {
  driver.clock.advance(200);
  const body = intentBody(driver.service, 'slow-fee', { draft: true });
  return (await driver.service.call('POST', '/api/v1/intents', { body })).body.data.id;
};
const call = (method: string, id: string, verb = '') =>
  driver.service.call(method, `/api/v1/intents/${id}${verb}`);

/** A draft that was submitted and ordered, before a failover lost all of that. */
async function orderedDraft(): Promise<string> {
  const id = await createDraft();
  const draft = await driver.load(id);
  driver.clock.advance(1000);
  await call('POST', id, '/submit');
  await driver.advanceToTurn(id);
  await driver.run(id);
  expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderStatus: 'PLACED' });
  await driver.setBack(draft);
  (driver.context.connections as ConnectionWatch).lost();
  driver.clock.advance(1000);
  return id;
}

describe('a draft whose submission and order a failover lost', () => {
  it('owes a look-up when it is submitted and cancelled in the grace period, which cancels the order', async () => {
    const id = await orderedDraft();
    expect((await call('POST', id, '/submit')).status).toBe(200);
    expect((await call('POST', id, '/cancel')).body.data).toMatchObject({ status: 'CANCELLED' });
    await driver.reconcile(id);
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
    expect((await driver.events(id)).at(-1)).toBe('order.late_cancelled');
  });

  it('owes a look-up when it is deleted, which cancels the order', async () => {
    const id = await orderedDraft();
    expect((await call('DELETE', id)).status).toBe(200);
    await driver.advanceToLookup(id);
    await reconcileOrder(driver.context, id, new AbortController().signal);
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
    expect(await driver.lookupOf(id)).toBeNull();
  });
});

it('a draft that no failover can have set back owes nothing when it is deleted', async () => {
  const id = await createDraft();
  expect((await call('DELETE', id)).status).toBe(200);
  expect(await driver.lookupOf(id)).toBeNull();
});
