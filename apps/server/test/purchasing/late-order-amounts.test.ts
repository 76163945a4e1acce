import { describe, expect, it } from 'vitest';
import type { ProcessingContext } from '../../src/purchasing/processing-context.ts';
import { reconcileOrder } from '../../src/purchasing/reconcile-order.worker.ts';
import { type FrontCall, relay } from '../support/front-gateway.ts';
import { storedEvents } from '../support/stored-intent.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

// What an order costs that turns up after its intent has ended; the total of these intents is 398.
usePurchaseDriver({ retryBudgetMs: 3000, orderTimeoutMs: 1000, lateMarginMs: 10_000 });

/** A FAILED intent whose order has reached the shop since. */
async function withLateOrder(item = 'slow-fee'): Promise<string> {
  const id = await driver.create(item);
  const sent = driver.holdOrders();
  await driver.run(id);
  expect(await driver.finish(id)).toMatchObject({ status: 'FAILED', orderId: null });
  driver.reset();
  await sent[0]?.pass();
  expect(await driver.orders(id)).toHaveLength(1);
  return id;
}

/** The shop's orders carry these fields from now on; a cancellation is answered by `cancel`. */
function answerWith(fields: object, cancel: (call: FrontCall) => unknown = relay): void {
  driver.gateway.handle = async (call) => {
    if (call.kind === 'cancel') return void (await cancel(call));
    const real = await call.pass();
    call.reply(real.status === 200 ? { ...real, body: { ...(real.body as object), ...fields } } : real);
  };
}

const refuse = (call: FrontCall): void => call.reply({ status: 409, body: { reason: 'CONFIRMED' } });
/** The shop cancels, and its answer is lost. */
async function loseAnswer(call: FrontCall): Promise<void> {
  await call.pass();
  call.drop();
}

async function countAlarms(name: string): Promise<number> {
  const { text } = await driver.service.metrics.render();
  const line = text.split('\n').find((one) => one.startsWith(`procurement_${name}} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}
const OVERCHARGED = 'order_alarms_total{platform="PLATFORM_A",alarm="overcharged"';
const CANCELLED = 'late_orders_total{platform="PLATFORM_A",outcome="cancelled"';

describe('a late order', () => {
  it('that the shop ended and keeps money of shows what it took, and is an alarm', async () => {
    const id = await withLateOrder();
    answerWith({ status: 'CANCELLED', amountPaid: 398, refunded: 300 });
    await driver.reconcile(id);
    expect(await driver.view(id)).toMatchObject({ status: 'FAILED', amountPaid: 398, refunded: 300 });
    expect((await driver.events(id)).slice(-2).sort()).toEqual([
      'order.amount_changed',
      'order.found_without_effect',
    ]);
    expect(await countAlarms('order_alarms_total{platform="PLATFORM_A",alarm="money_kept"')).toBe(1);
  });

  it('that is cancelled for a fee shows it', async () => {
    const id = await withLateOrder();
    await driver.reconcile(id);
    expect(await driver.view(id)).toMatchObject({ orderStatus: 'CANCELLED', cancellationFee: 5 });
    expect(await driver.view(id)).not.toHaveProperty('amountPaid');
    expect(driver.lines).toMatchObject([{ intentId: id, outcome: 'cancelled', fee: 5, amountPaid: 398 }]);
  });

  it('that stands above the total shows what was paid, and tells of it', async () => {
    const id = await withLateOrder();
    const alarmsBefore = await countAlarms(OVERCHARGED);
    const { version } = await driver.load(id);
    answerWith({ status: 'CONFIRMED', amountPaid: 900, shipping: 502 }, refuse);
    await driver.reconcile(id);
    expect(await driver.view(id)).toMatchObject({
      orderStatus: 'PLACED',
      amountPaid: 900,
      version: version + 1,
    });
    expect((await storedEvents(driver.service.database, id)).slice(-2)).toMatchObject([
      { type: 'order.late_stands' },
      { type: 'order.overcharged', detail: '900 paid, 398 agreed' },
    ]);
    expect((await countAlarms(OVERCHARGED)) - alarmsBefore).toBe(1);
    expect(driver.lines.map(({ level }) => level)).toEqual([50, 50]);
  });

  it('that stands within the total shows what was paid, and its parcels', async () => {
    const id = await withLateOrder();
    const parcels = [{ trackingNumber: 'SF1', trackingCompany: '顺丰速运' }];
    answerWith({ status: 'SHIPPED', amountPaid: 390, parcels }, refuse);
    await driver.reconcile(id);
    expect(await driver.view(id)).toMatchObject({ orderStatus: 'SHIPPED', amountPaid: 390, parcels });
    expect((await driver.events(id)).at(-1)).toBe('order.late_stands');
  });

  it('that the shop itself has withdrawn shows what was paid back', async () => {
    const id = await withLateOrder();
    answerWith({ status: 'CANCELLED', amountPaid: 398, refunded: 398 });
    await driver.reconcile(id);
    expect(await driver.view(id)).toMatchObject({ orderStatus: 'CANCELLED', refunded: 398 });
    expect((await driver.events(id)).at(-1)).toBe('order.found_without_effect');
    expect(driver.gateway.calls).not.toContain('cancel');
  });

  it('of an intent that is deleted is told of with its amounts', async () => {
    const id = await withLateOrder();
    expect(await driver.service.call('DELETE', `/api/v1/intents/${id}`)).toMatchObject({ status: 200 });
    await expect(driver.reconcile(id)).rejects.toThrow();
    expect(driver.lines).toMatchObject([{ intentId: id, outcome: 'cancelled', fee: 5, amountPaid: 398 }]);
  });
});

describe('a cancellation of a late order whose answer is lost', () => {
  async function expectCancelled(id: string): Promise<void> {
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
    expect(await driver.view(id)).toMatchObject({ orderStatus: 'CANCELLED', cancellationFee: 5 });
    expect((await driver.events(id)).at(-1)).toBe('order.late_cancelled');
    expect(driver.lines.at(-1)).toMatchObject({ level: 50, intentId: id, outcome: 'cancelled', fee: 5 });
    expect(await driver.lookupOf(id)).toBeNull();
  }

  it('is asked for again, and told with its fee', async () => {
    const id = await withLateOrder();
    const before = await countAlarms(CANCELLED);
    answerWith({}, loseAnswer);
    await driver.reconcile(id);
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
    driver.gateway.reset();
    await driver.reconcile(id);
    await expectCancelled(id);
    expect((await countAlarms(CANCELLED)) - before).toBe(1);
  });

  it('is asked for again after a crash before it was written down', async () => {
    const id = await withLateOrder();
    const finish = (): Promise<never> => Promise.reject(new Error('crashed'));
    const crashing: ProcessingContext = {
      ...driver.context,
      lookups: { ...driver.context.lookups, finish },
    };
    await driver.advanceToLookup(id);
    await expect(reconcileOrder(crashing, id, new AbortController().signal)).rejects.toThrow('crashed');
    await driver.reconcile(id);
    await expectCancelled(id);
  });

  it('is asked for again although a dead order of the other form of the number comes first', async () => {
    const id = await withLateOrder();
    answerWith({}, loseAnswer);
    await driver.reconcile(id);
    const dead = { orderId: 'A-0', merchantOrderNo: id.slice(4), status: 'REJECTED', amountPaid: 0 };
    const [order] = await driver.orders(id);
    driver.gateway.handle = async (call) => {
      if (call.kind !== 'find') return relay(call);
      // The number on the row is the rejected one's.
      if (call.turn % 2 === 1) return call.reply({ status: 200, body: dead });
      const live = { orderId: order?.orderId, status: 'CANCELLED', amountPaid: 398 };
      return call.reply({ status: 200, body: live });
    };
    driver.gateway.calls = [];
    await driver.reconcile(id);
    await expectCancelled(id);
  });

  it('is told without a fee where the shop says no the second time', async () => {
    const id = await withLateOrder();
    answerWith({}, loseAnswer);
    await driver.reconcile(id);
    answerWith({}, (call) => call.reply({ status: 409, body: { reason: 'OTHER' } }));
    await driver.reconcile(id);
    expect((await driver.events(id)).at(-1)).toBe('order.late_cancelled');
    expect(await driver.view(id)).not.toHaveProperty('cancellationFee');
  });

  it('says that the order is cancelled while the shop never answers', async () => {
    const id = await withLateOrder();
    answerWith({}, loseAnswer);
    for (let look = 0; look < 10; look += 1) await driver.reconcile(id);
    expect(driver.lines).toMatchObject([{ level: 50, intentId: id, outcome: 'cancelled' }]);
    expect(await driver.lookupOf(id)).not.toBeNull();
  });
});
