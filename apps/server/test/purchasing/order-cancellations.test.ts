import { describe, expect, it } from 'vitest';
import { openRecovery } from '../../src/operator.ts';
import { recoverOrders } from '../../src/purchasing/recover-orders.ts';
import { reconcileOrder } from '../../src/purchasing/reconcile-order.worker.ts';
import { type FrontCall, relay } from '../support/front-gateway.ts';
import { hookPlatform } from '../support/purchase-driver.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

// Orders that are made, withdrawn or kept although nobody wanted it so, each by its own path.
const CONFIRM_MS = 3_600_000;
const GRACE_MS = 5000;
// A job without a heartbeat for this long is given to another worker.
const LOST_AFTER_MS = 10_000;
usePurchaseDriver({
  retryBudgetMs: 30_000,
  orderTimeoutMs: 1000,
  lateMarginMs: 10_000,
  graceMs: GRACE_MS,
  confirmTimeoutMs: CONFIRM_MS,
});

const database = () => driver.service.database;

it('an order is not withdrawn before the platform had its time to confirm, however late it was sent', async () => {
  const id = await driver.create('slow-fee');
  await driver.context.purchases.claim(id, driver.clock.now());
  driver.clock.advance(CONFIRM_MS + 1000);
  await driver.run(id);
  expect(driver.gateway.calls.filter((kind) => kind !== 'find')).toEqual(['place']);
  expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderId: expect.any(String) });
  driver.clock.advance(CONFIRM_MS + 1000);
  expect(await driver.finish(id)).not.toMatchObject({ status: 'PROCESSING' });
});

describe('a failover that lost the promise of an order which is on its way', () => {
  async function promiseLost(): Promise<{ id: string; sent: FrontCall[] }> {
    const id = await driver.create('slow');
    driver.clock.advance(GRACE_MS);
    const sent = driver.holdOrders();
    await driver.run(id);
    await database().intent.update({
      where: { id },
      data: { orderInFlightUntil: null, retryOrderAfter: null },
    });
    driver.clock.advance(3000);
    driver.gateway.reset();
    return { id, sent };
  }

  it('leaves a look with a cancellation, and the order is cancelled', async () => {
    const { id, sent } = await promiseLost();
    await driver.requestCancel(id);
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'CANCELLED' });
    await sent[0]?.pass();
    await driver.reconcile(id);
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
  });

  it('leaves a look with a failure', async () => {
    const { id, sent } = await promiseLost();
    const soldOut = hookPlatform(driver.context, 'fetchProductPage', (real) => async (...call) => {
      const result = await real(...call);
      return result.ok ? { ...result, page: { ...result.page, isAvailable: false } } : result;
    });
    await driver.run(id, soldOut);
    expect(await driver.load(id)).toMatchObject({ status: 'FAILED' });
    await sent[0]?.pass();
    await driver.reconcile(id);
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
  });
});

describe('a gateway that gives no answer to cancellations', () => {
  const withoutCancel = async (call: FrontCall): Promise<void> =>
    call.kind === 'cancel' ? call.reply({ status: 501 }) : relay(call);

  it('keeps no purchase open whose parcel has left', async () => {
    const id = await driver.create('ordinary');
    driver.clock.advance(GRACE_MS);
    const gone = hookPlatform(driver.context, 'placeOrder', (real) => async (...call) => {
      const result = await real(...call);
      return result.ok ? { ...result, order: { ...result.order, status: 'ACCEPTED' as const } } : result;
    });
    await driver.run(id, gone);
    await driver.requestCancel(id);
    driver.gateway.handle = withoutCancel;
    driver.clock.advance(31_000);
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
  });

  it('but carries them out is asked once more for the fee', async () => {
    const id = await driver.create('slow-fee');
    driver.clock.advance(GRACE_MS);
    await driver.run(id);
    await driver.requestCancel(id);
    driver.gateway.handle = async (call) => {
      const real = await call.pass();
      if (call.kind === 'cancel') call.drop();
      else call.reply(real);
    };
    driver.clock.advance(31_000);
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', cancelRefusal: null });
    driver.gateway.reset();
    expect(await driver.finish(id)).toMatchObject({ status: 'CANCELLED', cancellationFeeFen: 500n });
  });

  it('keeps no purchase open whose order the shop has ended', async () => {
    const id = await driver.create('slow');
    driver.clock.advance(GRACE_MS);
    await driver.run(id);
    driver.gateway.handle = async (call) => {
      if (call.kind === 'cancel') return call.reply({ status: 501 });
      const real = await call.pass();
      call.reply({ ...real, body: { ...(real.body as object), status: 'CANCELLED' } });
    };
    driver.clock.advance(CONFIRM_MS + 1000);
    expect(await driver.finish(id)).toMatchObject({ status: 'FAILED', orderStatus: 'CANCELLED' });
  });

  it('is told of when a late order stands behind it', async () => {
    const id = await driver.create('slow');
    driver.clock.advance(GRACE_MS);
    const sent = driver.holdOrders();
    await driver.run(id);
    await driver.requestCancel(id);
    await driver.finish(id);
    driver.gateway.reset();
    await sent[0]?.pass();
    driver.gateway.handle = withoutCancel;
    for (let look = 0; look < 10; look += 1) await driver.reconcile(id);
    expect(driver.lines).toMatchObject([{ level: 50, intentId: id, outcome: 'undecided' }]);
    expect(await driver.lookupOf(id)).not.toBeNull();
  });
});

it('a run that has slept cancels no order that has been completed since', async () => {
  const id = await driver.create('slow');
  driver.clock.advance(GRACE_MS);
  await driver.run(id);
  await driver.requestCancel(id);
  const reached = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  const { purchases } = driver.context;
  const sleepy = {
    ...driver.context,
    purchases: {
      ...purchases,
      async update(...change: Parameters<typeof purchases.update>) {
        reached.resolve();
        await woken.promise;
        return purchases.update(...change);
      },
    },
  };
  const sleeper = driver.run(id, sleepy);
  await reached.promise;
  driver.gateway.handle = async (call) =>
    call.kind === 'cancel' ? call.reply({ status: 409, body: { reason: 'OTHER' } }) : relay(call);
  await driver.run(id);
  driver.gateway.reset();
  woken.resolve();
  await sleeper;
  expect(driver.gateway.calls).toEqual([]);
});

it('a look that has slept cancels no order whose intent was set back and completed since', async () => {
  const id = await driver.create('slow');
  driver.clock.advance(GRACE_MS);
  const sent = driver.holdOrders();
  await driver.run(id);
  const before = await driver.load(id);
  await driver.requestCancel(id);
  expect(await driver.finish(id)).toMatchObject({ status: 'CANCELLED' });
  driver.gateway.reset();
  await sent[0]?.pass();
  driver.gateway.handle = async (call) => {
    if (call.kind !== 'find' && call.kind !== 'get') return relay(call);
    const real = await call.pass();
    call.reply({ ...real, body: { ...(real.body as object), status: 'CONFIRMED' } });
  };
  const { lookups } = driver.context;
  const sleepy = {
    ...driver.context,
    lookups: {
      ...lookups,
      async requestCancel(...request: Parameters<typeof lookups.requestCancel>) {
        const isFirst = await lookups.requestCancel(...request);
        await driver.setBack(before);
        driver.clock.advance(LOST_AFTER_MS);
        expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
        return isFirst;
      },
    },
  };
  await driver.advanceToLookup(id);
  await reconcileOrder(sleepy, id, new AbortController().signal);
  expect(driver.gateway.calls).not.toContain('cancel');
  expect(await driver.lookupOf(id)).not.toBeNull();
});

describe('npm run recover', () => {
  const openDeps = () => openRecovery(database(), { platforms: driver.context.platforms, timeoutMs: 20_000 });
  const recover = (deps = openDeps()) => recoverOrders(deps, { since: new Date(0), isApplied: true });
  async function draftWithOrder(): Promise<string> {
    const id = await driver.create('slow');
    driver.clock.advance(GRACE_MS);
    await driver.run(id);
    await database().intent.update({
      where: { id },
      data: {
        status: 'DRAFT',
        submittedAt: null,
        processingAt: null,
        orderId: null,
        orderStatus: null,
        orderAcceptedAt: null,
        merchantOrderNo: null,
        orderInFlightUntil: null,
        retryOrderAfter: null,
        nextAttemptAt: null,
      },
    });
    return id;
  }

  it('adopts a draft whose cancellation before its turn has the order cancelled', async () => {
    const id = await draftWithOrder();
    await recover();
    expect(await driver.service.call('POST', `/api/v1/intents/${id}/cancel`)).toMatchObject({ status: 200 });
    await driver.reconcile(id);
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
  });

  it('owes the look for an order whose intent goes while it is adopted', async () => {
    const id = await draftWithOrder();
    const deps = openDeps();
    const racing = {
      ...deps.purchases,
      adoptOrder: async (...given: Parameters<typeof deps.purchases.adoptOrder>) => {
        if (given[0] === id) await database().intent.delete({ where: { id } });
        return deps.purchases.adoptOrder(...given);
      },
    };
    await recover({ ...deps, purchases: racing });
    expect(await driver.lookupOf(id)).toMatchObject({ step: 0 });
  });

  it('is not undone by a look that was under way', async () => {
    const id = await draftWithOrder();
    const { lookups } = driver.context;
    await lookups.schedule({ intentId: id, platform: 'PLATFORM_A', merchantOrderNo: id.slice(4) });
    const underWay = await lookups.begin(id);
    await lookups.schedule({ intentId: id, platform: 'PLATFORM_A', merchantOrderNo: id.slice(4) });
    if (underWay) await lookups.finish(underWay, null);
    expect(await driver.lookupOf(id)).toMatchObject({ step: 0 });
  });
});

it("a gateway's 400 without a word of the protocol is no refusal", async () => {
  const id = await driver.create('slow');
  driver.clock.advance(GRACE_MS);
  driver.gateway.handle = async (call) => {
    if (call.kind !== 'place') return relay(call);
    call.reply({ status: 400, body: { error: 'bad request' } });
  };
  await driver.run(id);
  expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderInFlightUntil: expect.any(Date) });
});
