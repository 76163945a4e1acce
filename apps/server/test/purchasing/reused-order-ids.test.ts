import { describe, expect, it } from 'vitest';
import { trackIntent } from '../../src/purchasing/track-intent.worker.ts';
import { type FrontCall, relay } from '../support/front-gateway.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

// A platform that confuses orders shows one of them for two intents.
usePurchaseDriver({
  retryBudgetMs: 3000,
  orderTimeoutMs: 1000,
  lateMarginMs: 10_000,
  confirmTimeoutMs: 3_600_000,
});

/** An intent with its order, and the answers to one call after it with the order id of that order. */
async function bought(): Promise<{ id: string; confuse: (call: FrontCall) => Promise<void> }> {
  const id = await driver.create('ordinary');
  const { orderId } = await driver.finish(id);
  return {
    id,
    confuse: async (call) => {
      const { status, body } = await call.pass();
      const order = body as { orderId?: string };
      call.reply({ status, body: order.orderId === undefined ? order : { ...order, orderId } });
    },
  };
}

const alarms = () => driver.lines.filter(({ msg }) => String(msg).includes('of another intent'));

it.each(['place', 'find'])(
  'completes nothing with the order of another intent, shown by %s',
  async (kind) => {
    const { id: first, confuse } = await bought();
    const id = await driver.create('ordinary');
    driver.gateway.handle = (call) => {
      if (call.kind === 'place' && kind === 'find')
        return call.pass().then(() => call.reply({ status: 504 }));
      return confuse(call);
    };
    for (let turn = 0; turn < 5; turn += 1) {
      await driver.run(id);
      await driver.advanceToTurn(id);
    }
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderId: null });
    expect(alarms()).not.toEqual([]);
    expect(driver.gateway.calls).not.toContain('cancel');
    // It is kept and goes on, once the platform tells the two apart.
    driver.reset();
    const [order] = await driver.orders(id);
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED', orderId: order?.orderId });
    expect(await driver.orders(id)).toHaveLength(1);
    expect(await driver.load(first)).not.toMatchObject({ orderId: order?.orderId });
    expect(alarms()).toEqual([]);
  },
);

it('cancels no order of another intent as a late one', async () => {
  const { id: first, confuse } = await bought();
  const id = await driver.create('slow');
  const [sent] = [driver.holdOrders()];
  await driver.run(id);
  expect(await driver.finish(id)).toMatchObject({ status: 'FAILED' });
  await sent[0]?.pass();
  driver.reset();
  driver.gateway.handle = confuse;
  await driver.reconcile(id);
  expect(driver.gateway.calls).not.toContain('cancel');
  expect(alarms()).toHaveLength(1);
  expect(await driver.orders(first)).not.toContainEqual(expect.objectContaining({ status: 'CANCELLED' }));
  driver.gateway.handle = relay;
  await driver.reconcile(id);
  expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
});

it('belongs to one of two intents that meet it at once', async () => {
  const claim = { platform: 'PLATFORM_A', orderId: 'one-for-all' } as const;
  const ids = Array.from({ length: 20 }, (_, index) => `int_${index}`);
  const { claimOrder } = driver.context.purchases;
  const claimed = await Promise.all(ids.map((intentId) => claimOrder({ ...claim, intentId })));
  expect(claimed.filter(Boolean)).toHaveLength(1);
  const owner = ids[claimed.indexOf(true)] ?? '';
  expect(await claimOrder({ ...claim, intentId: owner })).toBe(true);
  expect(await claimOrder({ ...claim, platform: 'PLATFORM_B', intentId: 'int_other' })).toBe(true);
});

it('belongs to the intent whose row has it, whoever wrote that', async () => {
  const id = await driver.create('ordinary');
  const orderId = 'written-by-another-release';
  await driver.service.database.intent.update({ where: { id }, data: { orderId } });
  const { platform } = await driver.load(id);
  const { claimOrder } = driver.context.purchases;
  expect(await claimOrder({ platform, orderId, intentId: 'int_other' })).toBe(false);
  expect(await claimOrder({ platform, orderId, intentId: id })).toBe(true);
});

/** A purchase whose order was accepted; the platform then shows another's order under its id. */
async function accepted(): Promise<string> {
  const id = await driver.create('slow');
  driver.clock.advance(5000);
  await driver.run(id);
  const other = await driver.create('ordinary');
  await driver.finish(other);
  const [shown] = await driver.orders(other);
  const { orderId } = await driver.load(id);
  driver.gateway.handle = async (call) =>
    call.kind === 'get' ? call.reply({ status: 200, body: { ...shown, orderId } }) : relay(call);
  driver.gateway.calls.length = 0;
  return id;
}

describe('an order that is asked for by its id and names the number of another intent', () => {
  it('completes nothing', async () => {
    const id = await accepted();
    await driver.advanceToTurn(id);
    await driver.run(id);
    expect(driver.gateway.calls).toContain('get');
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
    expect(alarms()).not.toEqual([]);
  });

  it('is not cancelled', async () => {
    const id = await accepted();
    await driver.requestCancel(id);
    driver.gateway.calls.length = 0;
    await driver.run(id);
    expect(driver.gateway.calls).toContain('get');
    expect(driver.gateway.calls).not.toContain('cancel');
  });

  it('fails its intent when it has no other by its number either, and is looked for', async () => {
    const id = await accepted();
    const wrong = driver.gateway.handle;
    driver.gateway.handle = (call) =>
      call.kind === 'find' ? call.reply({ status: 404, body: {} }) : wrong(call);
    driver.clock.advance(3_600_000);
    const row = await driver.finish(id);
    expect(row).toMatchObject({ status: 'FAILED', failureCode: 'PROCESSING_TIMEOUT' });
    expect(await driver.lookupOf(id)).not.toBeNull();
    expect(driver.gateway.calls).not.toContain('cancel');
    const missing = driver.lines.filter(({ msg }) => String(msg).includes('does not know'));
    expect(missing).toMatchObject([{ intentId: id, orderId: row.orderId }]);
  });

  it('completes its intent by the order of its number once that is confirmed', async () => {
    const id = await accepted();
    const wrong = driver.gateway.handle;
    driver.gateway.handle = async (call) => {
      if (call.kind !== 'find') return wrong(call);
      const { status, body } = await call.pass();
      call.reply({ status, body: { ...(body as object), status: 'CONFIRMED' } });
    };
    const { orderId } = await driver.load(id);
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED', orderId });
  });

  it('tells nothing of a completed purchase', async () => {
    const id = await driver.create('ordinary');
    await driver.finish(id);
    const wrong = { merchantOrderNo: '0'.repeat(32), status: 'CANCELLED', refunded: 0 };
    driver.gateway.handle = async (call) => {
      const { status, body } = await call.pass();
      call.reply({ status, body: { ...(body as object), ...wrong } });
    };
    driver.clock.advance(60_000);
    await driver.service.syncClock();
    await trackIntent(driver.context, id, new AbortController().signal);
    expect(driver.gateway.calls).toContain('get');
    expect((await driver.load(id)).orderStatus).not.toBe('CANCELLED');
    expect(alarms()).not.toEqual([]);
  });
});
