import { describe, expect, it } from 'vitest';
import { dispatchLookups } from '../../src/purchasing/dispatch-lookups.ts';
import { reconcileOrder } from '../../src/purchasing/reconcile-order.worker.ts';
import type { FrontCall } from '../support/front-gateway.ts';
import { relay } from '../support/front-gateway.ts';
import { hookPlatform } from '../support/purchase-driver.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

const MINUTE_MS = 60_000;
const PAUSES_MS = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS];

usePurchaseDriver({ retryBudgetMs: 3000, orderTimeoutMs: 1000, lateMarginMs: 10_000 });

type Ending = 'FAILED' | 'CANCELLED';
const ENDINGS: Ending[] = ['FAILED', 'CANCELLED'];

/** An intent that ended without an order, although one is still on its way: `appear` lets it reach the shop. */
async function endedTooEarly(ending: Ending, item: string) {
  const id = await driver.create(item);
  const sent = driver.holdOrders();
  await driver.run(id);
  if (ending === 'CANCELLED') await driver.requestCancel(id);
  expect(await driver.finish(id)).toMatchObject({ status: ending, orderId: null, nextAttemptAt: null });
  expect(await driver.lookupOf(id)).toMatchObject({ step: 0 });
  expect(await driver.orders(id)).toEqual([]);
  driver.reset();
  return {
    id,
    appear: async () => {
      await sent[0]?.pass();
      expect(await driver.orders(id)).toHaveLength(1);
    },
  };
}

async function pauseOf(id: string): Promise<number> {
  const lookup = await driver.lookupOf(id);
  return (lookup?.dueAt.getTime() ?? NaN) - driver.clock.now().getTime();
}

describe.each(ENDINGS)('an intent that ended %s although an order was sent', (ending) => {
  it('is looked after 1 minute, 10 minutes, 1 hour and 1 day later, and then no more', async () => {
    const { id } = await endedTooEarly(ending, 'slow');
    for (const pauseMs of PAUSES_MS) {
      expect(await pauseOf(id)).toBe(pauseMs);
      await driver.reconcile(id);
    }
    expect(await driver.lookupOf(id)).toBeNull();
    expect(await driver.load(id)).toMatchObject({ status: ending, nextAttemptAt: null });
    // Under both forms of the number.
    expect(driver.gateway.calls).toEqual(Array(8).fill('find'));
    expect(driver.lines).toEqual([]);
  });

  it.each(['stands', 'is deleted'])('is looked for in the name of its App, when it %s', async (fate) => {
    const { id } = await endedTooEarly(ending, 'slow');
    const { appId } = await driver.load(id);
    if (fate === 'is deleted') await driver.service.call('DELETE', `/api/v1/intents/${id}`);
    const apps: unknown[] = [];
    const context = hookPlatform(driver.context, 'findOrder', (real) => (number, options) => {
      apps.push(options.appId);
      return real(number, options);
    });
    await driver.advanceToLookup(id);
    await reconcileOrder(context, id, new AbortController().signal);
    expect(apps).toEqual([appId, appId]);
  });

  it.each([0, 1, 2, 3])('gets an order cancelled that appears after %i looks', async (looks) => {
    const { id, appear } = await endedTooEarly(ending, 'slow');
    for (let look = 0; look < looks; look += 1) await driver.reconcile(id);
    await appear();
    const row = await driver.reconcile(id);
    const [order] = await driver.orders(id);
    expect(order).toMatchObject({ status: 'CANCELLED', postCount: 1 });
    expect(row).toMatchObject({
      status: ending,
      orderId: order?.orderId,
      nextAttemptAt: null,
    });
    expect(await driver.lookupOf(id)).toBeNull();
    const timeline = await driver.service.call('GET', `/api/v1/intents/${id}/events`);
    expect(timeline.body.data.items.at(-1)).toMatchObject({
      type: 'order.late_cancelled',
      detail: order?.orderId,
    });
    expect(driver.lines).toMatchObject([
      { level: 50, intentId: id, orderId: order?.orderId, outcome: 'cancelled' },
    ]);
    expect(JSON.stringify(driver.lines)).not.toMatch(/张三|13800138000|建国路/);
  });

  it("is added to the queue of its platform's look-ups, and to no other", async () => {
    const { id } = await endedTooEarly(ending, 'slow');
    await driver.advanceToLookup(id);
    const queued: string[] = [];
    await dispatchLookups({
      ...driver.context,
      jobs: {
        ...driver.service.jobs,
        wake: () => undefined,
        countWaiting: async () => new Map(),
        async add({ queue }, ids) {
          queued.push(...ids.map((one) => `${queue} ${one}`));
          return { running: [], waiting: [] };
        },
      },
    });
    expect(queued.filter((line) => line.endsWith(id))).toEqual([`orders.reconcile.PLATFORM_A ${id}`]);
    // A look may take longer than a minute, so its next turn is not that near.
    expect(await pauseOf(id)).toBe(5 * MINUTE_MS);
  });

  it('is asked about again in a minute, on the same step, while the platform says nothing definite', async () => {
    const { id, appear } = await endedTooEarly(ending, 'slow');
    driver.gateway.handle = (call) => call.reply({ status: 503 });
    for (let look = 0; look < 6; look += 1) {
      await driver.reconcile(id);
      expect(await driver.lookupOf(id)).toMatchObject({ step: 0 });
      expect(await pauseOf(id)).toBe(MINUTE_MS);
    }
    await appear();
    driver.gateway.handle = (call) => (call.kind === 'cancel' ? call.drop() : relay(call));
    expect(await driver.reconcile(id)).toMatchObject({ orderId: null });
    expect(await driver.lookupOf(id)).toMatchObject({ step: 0 });
    expect(await pauseOf(id)).toBe(MINUTE_MS);
    driver.gateway.reset();
    await driver.reconcile(id);
    expect(await driver.events(id)).toContain('order.late_cancelled');
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
  });

  it('leaves an order standing that the shop does not cancel, and tells people', async () => {
    const { id, appear } = await endedTooEarly(ending, 'shipped');
    await appear();
    const row = await driver.reconcile(id);
    const [order] = await driver.orders(id);
    expect(row).toMatchObject({ status: ending, orderId: order?.orderId, nextAttemptAt: null });
    expect((await driver.events(id)).at(-1)).toBe('order.late_stands');
    expect(driver.lines).toMatchObject([
      { level: 50, intentId: id, orderId: order?.orderId, outcome: 'stands' },
    ]);
    const { text } = await driver.service.metrics.render();
    expect(text).toContain('procurement_late_orders_total{platform="PLATFORM_A",outcome="stands"}');
  });

  it('needs nothing more when the order that appears was rejected', async () => {
    const { id, appear } = await endedTooEarly(ending, 'rejected');
    await appear();
    expect(await driver.reconcile(id)).toMatchObject({ status: ending, nextAttemptAt: null });
    expect((await driver.events(id)).at(-1)).toBe('order.found_without_effect');
    const { text } = await driver.service.metrics.render();
    expect(text).not.toMatch(/procurement_late_orders_total\{[^}]*without_effect/);
    // Also under the other form of the number, where one might live.
    expect(driver.gateway.calls).toEqual(['find', 'find']);
    expect(driver.lines).toEqual([]);
  });
});

describe('a look for a late order', () => {
  const look = (id: string) => reconcileOrder(driver.context, id, new AbortController().signal);

  it('is noted once when an older one wakes after another has settled it', async () => {
    const { id, appear } = await endedTooEarly('FAILED', 'slow');
    await appear();
    await driver.advanceToLookup(id);
    const held = Promise.withResolvers<FrontCall>();
    driver.gateway.handle = (call) =>
      call.kind === 'cancel' && call.turn === 1 ? held.resolve(call) : relay(call);
    const sleeper = look(id);
    const call = await held.promise;
    await look(id);
    const settled = await driver.load(id);
    await relay(call);
    await sleeper;
    expect(await driver.load(id)).toEqual(settled);
    const notes = (await driver.events(id)).filter((type) => type.startsWith('order.'));
    expect(notes).toEqual(['order.late_cancelled']);
  });

  it('is owed also where no order was sent as far as the row knows, and ends without a trace', async () => {
    const id = await driver.create('price-up');
    expect(await driver.finish(id)).toMatchObject({ status: 'FAILED', failureCode: 'PRICE_CHANGED' });
    const failed = await driver.load(id);
    for (let look = 0; look < PAUSES_MS.length; look += 1) await driver.reconcile(id);
    expect(await driver.lookupOf(id)).toBeNull();
    expect(await driver.load(id)).toEqual(failed);
    expect(driver.lines).toEqual([]);
  });

  it('never touches the order of a purchase that is under way or COMPLETED', async () => {
    const underWay = await driver.create('slow');
    await driver.run(underWay);
    const completed = await driver.create('ordinary');
    await driver.finish(completed);
    driver.gateway.reset();
    await look(underWay);
    await look(completed);
    expect(driver.gateway.calls).toEqual([]);
  });
});
