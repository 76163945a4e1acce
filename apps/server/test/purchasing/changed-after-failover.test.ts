import { describe, expect, it } from 'vitest';
import type { ConnectionWatch } from '../../src/postgres/connection-watch.ts';
import type { IntentRow } from '../../src/intent-rows/intent-row.ts';
import type { ProcessingContext } from '../../src/purchasing/processing-context.ts';
import { relay } from '../support/front-gateway.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

// A failover lost the claim of an order that was half-made then, and the caller changed the SUBMITTED row that came back.
const NOT_FOUND = { status: 404, body: {} };
usePurchaseDriver({
  retryBudgetMs: 3000,
  orderTimeoutMs: 1000,
  lateMarginMs: 10_000,
  graceMs: 5000,
});

/** Its order is made, and half-made as far as anybody sees; its turn has come. */
async function setBackIntent(item: string, change: object): Promise<string> {
  const id = await driver.create(item);
  await driver.orderUnknown(id);
  (driver.context.connections as ConnectionWatch).lost();
  const update = await driver.service.call('PUT', `/api/v1/intents/${id}`, { body: change });
  expect(update.status).toBe(200);
  driver.reset();
  await driver.advanceToTurn(id);
  return id;
}

/** The first run: nobody sees the order, and the new one is answered so. */
async function runUnseen(
  id: string,
  status: number,
  context: ProcessingContext = driver.context,
): Promise<void> {
  driver.gateway.handle = (call) => {
    if (call.kind === 'find') return call.reply(NOT_FOUND);
    if (call.kind === 'place') return call.reply({ status, body: { reason: 'NUMBER_REUSED' } });
    return relay(call);
  };
  await driver.run(id, context);
  expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderId: null });
  driver.reset();
}

/** A worker that has seen no failover. */
const elsewhere = (): ProcessingContext => ({
  ...driver.context,
  connections: { sinceChangeMs: () => Infinity },
});

async function runElsewhere(id: string): Promise<IntentRow> {
  await driver.advanceToTurn(id);
  await driver.run(id, elsewhere());
  return driver.load(id);
}

/** The shop takes the order; the answer is lost behind a proxy. */
function loseFirstOrder(): void {
  driver.gateway.handle = async (call) => {
    if (call.kind !== 'place' || call.turn > 1) return relay(call);
    await call.pass();
    call.reply({ status: 503 });
  };
}

const WITHDRAWN = { status: 'FAILED', failureCode: 'PROCESSING_TIMEOUT', orderStatus: 'CANCELLED' };

describe('the older order of an intent that was changed', () => {
  it.each([503, 422])('is withdrawn when it turns up after the new one was answered %i', async (status) => {
    const id = await setBackIntent('slow', { quantity: 3 });
    await runUnseen(id, status);
    expect(await runElsewhere(id)).toMatchObject(WITHDRAWN);
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
    expect(driver.gateway.calls.slice(-2)).toEqual(['place', 'cancel']);
    expect(driver.lines.at(-1)).toMatchObject({ level: 50, intentId: id });
  });

  it('is withdrawn, too, when its recipient was changed', async () => {
    const id = await setBackIntent('slow', { address: '上海市浦东新区世纪大道 1 号', remarks: '工作日送' });
    await runUnseen(id, 503);
    expect(await runElsewhere(id)).toMatchObject(WITHDRAWN);
  });

  it('is withdrawn on the word of the platform where no worker has seen the failover', async () => {
    const id = await setBackIntent('slow', { quantity: 3 });
    await runUnseen(id, 422, elsewhere());
    expect(await runElsewhere(id)).toMatchObject(WITHDRAWN);
  });

  it('is withdrawn on that word also when the first withdrawal did not reach the platform', async () => {
    const id = await setBackIntent('slow', { quantity: 3 });
    driver.gateway.handle = (call) => (call.kind === 'cancel' ? call.drop() : relay(call));
    expect(await runElsewhere(id)).toMatchObject({ status: 'PROCESSING', orderId: null });
    expect(driver.gateway.calls).toEqual(['place', 'find', 'cancel']);
    driver.reset();
    expect(await runElsewhere(id)).toMatchObject(WITHDRAWN);
  });

  it('is withdrawn when the platform compares nothing for as long as it is tried', async () => {
    const id = await setBackIntent('slow', { quantity: 3 });
    await runUnseen(id, 503);
    driver.gateway.handle = (call) => (call.kind === 'place' ? call.reply({ status: 503 }) : relay(call));
    expect(await driver.finish(id)).toMatchObject(WITHDRAWN);
    expect(await driver.events(id)).not.toContain('order.accepted');
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
    expect(driver.lines.at(-1)).toMatchObject({ level: 50, intentId: id });
  });

  it('is what the caller gets once it has left, although no cancellation is answered', async () => {
    const id = await setBackIntent('ordinary', { quantity: 3 });
    await runUnseen(id, 503);
    driver.gateway.handle = async (call) => {
      if (call.kind === 'cancel') return call.reply({ status: 503 });
      const real = await call.pass();
      call.reply(
        call.kind === 'find' ? { ...real, body: { ...(real.body as object), status: 'SHIPPED' } } : real,
      );
    };
    expect(await runElsewhere(id)).toMatchObject({ status: 'COMPLETED', orderStatus: 'SHIPPED' });
    expect(driver.gateway.calls).toEqual(['find', 'place', 'cancel']);
  });

  it('costs what the shop takes for it, also when the answer to its withdrawal is lost', async () => {
    const id = await setBackIntent('slow-fee', { quantity: 3 });
    await runUnseen(id, 422);
    driver.gateway.handle = async (call) => {
      const real = await call.pass();
      if (call.kind === 'cancel' && call.turn === 1) call.drop();
      else call.reply(real);
    };
    expect(await runElsewhere(id)).toMatchObject({ status: 'PROCESSING' });
    expect(await runElsewhere(id)).toMatchObject({ ...WITHDRAWN, cancellationFeeFen: 500n });
  });
});

describe("an order is the intent's own", () => {
  it('when the platform says so of one that was changed', async () => {
    const id = await driver.create('ordinary');
    (driver.context.connections as ConnectionWatch).lost();
    await driver.service.call('PUT', `/api/v1/intents/${id}`, { body: { quantity: 3 } });
    await driver.advanceToTurn(id);
    loseFirstOrder();
    await driver.run(id);
    expect(await runElsewhere(id)).toMatchObject({ status: 'COMPLETED' });
    expect(await driver.orders(id)).toMatchObject([{ quantity: 3, postCount: 2 }]);
  });

  it.each([
    ['only the remarks were changed', { remarks: '工作日送' }, true],
    ['no failover came between', { quantity: 3 }, false],
  ])('without asking when %s', async (_, change, isSetBack) => {
    const id = await driver.create('ordinary');
    if (isSetBack) (driver.context.connections as ConnectionWatch).lost();
    await driver.service.call('PUT', `/api/v1/intents/${id}`, { body: change });
    await driver.advanceToTurn(id);
    loseFirstOrder();
    if (isSetBack) await driver.run(id);
    else await runElsewhere(id);
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
    expect(await driver.orders(id)).toMatchObject([{ postCount: 1 }]);
  });
});
