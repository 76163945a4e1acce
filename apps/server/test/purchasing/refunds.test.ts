import { describe, expect, it } from 'vitest';
import { trackIntent } from '../../src/purchasing/track-intent.worker.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

// What a shop pays back after COMPLETED; 398 was paid for these intents.
usePurchaseDriver({ retryBudgetMs: 3000, orderTimeoutMs: 1000, lateMarginMs: 10_000 });

async function completed(): Promise<string> {
  const id = await driver.create('ordinary');
  expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
  return id;
}

/** The next look at the order, which is like this now. */
async function track(id: string, order: object): Promise<void> {
  driver.gateway.handle = async (call) => {
    const real = await call.pass();
    call.reply({ ...real, body: { ...(real.body as object), ...order } });
  };
  await driver.advanceToTurn(id);
  await driver.service.syncClock();
  await trackIntent(driver.context, id, new AbortController().signal);
}

const isFollowed = async (id: string): Promise<boolean> => (await driver.load(id)).nextAttemptAt !== null;

describe('an order that the shop withdraws', () => {
  it('is followed until all is paid back, also when the platform tells of 0 first', async () => {
    const id = await completed();
    await track(id, { status: 'CANCELLED', refunded: 0 });
    expect(await driver.view(id)).toMatchObject({ status: 'COMPLETED', orderStatus: 'CANCELLED' });
    expect(await isFollowed(id)).toBe(true);
    await track(id, { status: 'CANCELLED', refunded: 100 });
    expect(await driver.view(id)).toMatchObject({ refunded: 100 });
    expect(await isFollowed(id)).toBe(true);
    await track(id, { status: 'CANCELLED', refunded: 398 });
    expect(await driver.view(id)).toMatchObject({ refunded: 398 });
    expect(await isFollowed(id)).toBe(false);
    expect((await driver.events(id)).slice(-3)).toEqual([
      'order.cancelled_by_shop',
      'order.refunded',
      'order.refunded',
    ]);
  });
});

describe('an order of which nothing is paid back', () => {
  it('is followed until it is delivered, and no refund is told of', async () => {
    const id = await completed();
    const parcels = [{ trackingNumber: 'SF1' }];
    for (const order of [{ status: 'CONFIRMED' }, { status: 'SHIPPED', parcels }]) {
      await track(id, { ...order, refunded: 0 });
      expect(await isFollowed(id)).toBe(true);
    }
    await track(id, { status: 'DELIVERED', parcels, refunded: 0 });
    expect(await isFollowed(id)).toBe(false);
    expect((await driver.events(id)).slice(-3)).toEqual([
      'intent.completed',
      'order.shipped',
      'order.delivered',
    ]);
  });
});

it('tells what a shop keeps of an order that it has ended before the intent was COMPLETED', async () => {
  const id = await driver.create('slow');
  driver.gateway.handle = async (call) => {
    const real = await call.pass();
    const order = { status: 'CANCELLED', amountPaid: 398, refunded: 300 };
    call.reply(call.kind === 'place' ? real : { ...real, body: { ...(real.body as object), ...order } });
  };
  expect(await driver.finish(id)).toMatchObject({ status: 'FAILED' });
  expect(await driver.view(id)).toMatchObject({ orderStatus: 'CANCELLED', amountPaid: 398, refunded: 300 });
  expect(await driver.events(id)).toEqual(expect.arrayContaining(['intent.failed', 'order.amount_changed']));
});
