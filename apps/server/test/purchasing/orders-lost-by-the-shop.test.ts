import { describe, expect, it } from 'vitest';
import { trackIntent } from '../../src/purchasing/track-intent.worker.ts';
import { type GatewayReply, relay } from '../support/front-gateway.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

usePurchaseDriver({ retryBudgetMs: 3000, orderTimeoutMs: 1000, confirmTimeoutMs: 60_000 });

/** An accepted order that the platform knows no more, neither by its id nor by its number. */
async function lostOrder(): Promise<string> {
  const id = await driver.create('slow-fee');
  await driver.run(id);
  expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderStatus: 'PLACED' });
  driver.gateway.handle = (call) =>
    call.kind === 'get' || call.kind === 'find' ? call.reply({ status: 404, body: {} }) : relay(call);
  return id;
}

it('fails when its time to be confirmed is over, and is looked for afterwards', async () => {
  const id = await lostOrder();
  await driver.advanceToTurn(id);
  await driver.run(id);
  expect((await driver.load(id)).status).toBe('PROCESSING');
  driver.clock.advance(60_000);
  await driver.run(id);
  expect(await driver.load(id)).toMatchObject({ status: 'FAILED', failureCode: 'PROCESSING_TIMEOUT' });
  driver.gateway.reset();
  await driver.reconcile(id);
  expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
});

it('lets a caller who wants to cancel know in the end that the platform does not answer', async () => {
  const id = await lostOrder();
  await driver.requestCancel(id);
  await driver.run(id);
  expect(await driver.load(id)).toMatchObject({ cancelRefusal: null });
  driver.clock.advance(3001);
  await driver.run(id);
  expect(await driver.load(id)).toMatchObject({
    status: 'PROCESSING',
    cancelRequestedAt: null,
    cancelRefusal: 'the platform does not answer',
  });
});

describe('an order that a look-up by number has found once, and that the platform then hides', () => {
  const isAsked = (kind: string) => kind === 'get' || kind === 'find';

  /** A purchase whose order call got a 504 although it was passed on. */
  async function unanswered(): Promise<string> {
    const id = await driver.create('slow-fee');
    driver.gateway.handle = async (call) => {
      await call.pass();
      call.reply({ status: 504 });
    };
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ orderId: null });
    return id;
  }
  /** Lets look-ups through and answers no cancellation. */
  const unheard = (): void => {
    driver.gateway.handle = (call) => (call.kind === 'cancel' ? call.reply({ status: 504 }) : relay(call));
  };
  const hide = (): void => {
    driver.gateway.handle = (call) =>
      isAsked(call.kind) ? call.reply({ status: 404, body: {} }) : relay(call);
  };

  it('is accepted on the row before its cancellation is sent, and the purchase does not end CANCELLED without it', async () => {
    const id = await unanswered();
    await driver.advanceToTurn(id);
    await driver.requestCancel(id);
    unheard();
    await driver.run(id);
    const [order] = await driver.orders(id);
    expect(await driver.load(id)).toMatchObject({
      status: 'PROCESSING',
      orderId: order?.orderId,
      orderStatus: 'PLACED',
      cancelSentOrderId: order?.orderId,
    });
    expect(await driver.events(id)).toContain('order.accepted');
    hide();
    driver.clock.advance(20_000);
    await driver.run(id);
    const row = await driver.load(id);
    expect(row).toMatchObject({ status: 'PROCESSING', cancelRefusal: 'the platform does not answer' });
    driver.clock.advance(60_000);
    expect(await driver.finish(id)).toMatchObject({ status: 'FAILED', failureCode: 'PROCESSING_TIMEOUT' });
    const missing = driver.lines.filter(({ msg }) => String(msg).includes('does not know'));
    expect(missing).toMatchObject([{ level: 50, intentId: id, orderId: row.orderId }]);
    driver.gateway.reset();
    await driver.reconcile(id);
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
  });

  it('is found by its id by a late look-up that its number does not lead to', async () => {
    const id = await unanswered();
    await driver.advanceToTurn(id);
    await driver.requestCancel(id);
    unheard();
    await driver.run(id);
    hide();
    driver.clock.advance(100_000);
    expect(await driver.finish(id)).toMatchObject({ status: 'FAILED' });
    driver.gateway.handle = (call) =>
      call.kind === 'find' ? call.reply({ status: 404, body: {} }) : relay(call);
    await driver.reconcile(id);
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
  });

  it('is told as missing when no look-up finds it', async () => {
    const id = await unanswered();
    await driver.advanceToTurn(id);
    await driver.requestCancel(id);
    unheard();
    await driver.run(id);
    hide();
    driver.clock.advance(100_000);
    await driver.finish(id);
    driver.lines.length = 0;
    while (await driver.lookupOf(id)) await driver.reconcile(id);
    const { orderId } = await driver.load(id);
    expect(driver.lines).toMatchObject([{ level: 50, intentId: id, orderId }]);
  });

  it('is not ordered beside, when the comparison of its content has no answer', async () => {
    const id = await unanswered();
    await driver.service.database.intent.update({ where: { id }, data: { mustCompareOrder: true } });
    driver.gateway.handle = (call) => (call.kind === 'place' ? call.reply({ status: 503 }) : relay(call));
    await driver.advanceToTurn(id);
    await driver.run(id);
    const [order] = await driver.orders(id);
    expect(await driver.load(id)).toMatchObject({ orderId: null, foundOrderId: order?.orderId });
    expect(await driver.events(id)).not.toContain('order.accepted');
    hide();
    driver.gateway.calls.length = 0;
    driver.clock.advance(30_000);
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
    expect(driver.gateway.calls).not.toContain('place');
    driver.gateway.reset();
    expect(await driver.finish(id)).toMatchObject({ status: 'FAILED', orderStatus: 'CANCELLED' });
  });
});

describe('a completed order that the platform knows no more', () => {
  const HOUR_MS = 3_600_000;
  const MISSING = { status: 404, body: {} };

  /** Tracks the order of the intent at its times, for so long. */
  async function track(id: string, forMs: number, reply: GatewayReply | null): Promise<void> {
    driver.gateway.handle = (call) => (reply === null ? relay(call) : call.reply(reply));
    const endAt = driver.clock.now().getTime() + forMs;
    while (((await driver.load(id)).nextAttemptAt?.getTime() ?? Infinity) <= endAt) {
      await driver.advanceToTurn(id);
      await driver.service.syncClock();
      await trackIntent(driver.context, id, new AbortController().signal);
    }
  }
  const reports = () => driver.lines.filter(({ msg }) => String(msg).includes('does not know the order'));
  async function alarms(): Promise<number> {
    const { text } = await driver.service.metrics.render();
    return Number(/order_alarms_total\{platform="PLATFORM_A",alarm="missing"\} (\d+)/.exec(text)?.[1] ?? 0);
  }
  async function completed(): Promise<string> {
    const id = await driver.create('ordinary');
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
    return id;
  }

  it('is reported once, and asked about as before', async () => {
    const id = await completed();
    const before = { view: await driver.view(id), events: await driver.events(id), alarms: await alarms() };
    await track(id, 10_000, MISSING);
    expect(reports()).toEqual([]);
    await track(id, 6 * HOUR_MS, MISSING);
    const { orderId, nextAttemptAt } = await driver.load(id);
    expect(reports()).toMatchObject([{ level: 50, intentId: id, orderId }]);
    const after = { view: await driver.view(id), events: await driver.events(id) };
    expect({ ...after, alarms: await alarms() }).toEqual({ ...before, alarms: before.alarms + 1 });
    expect((nextAttemptAt?.getTime() ?? NaN) - driver.clock.now().getTime()).toBeLessThanOrEqual(HOUR_MS / 4);
  });

  it('is not reported when it is known again at the second look, nor where nobody says so', async () => {
    const id = await completed();
    for (const reply of [MISSING, null, MISSING]) await track(id, 1000, reply);
    await track(id, HOUR_MS, null);
    await track(id, HOUR_MS, { status: 503 });
    await track(id, HOUR_MS, { ...MISSING, isForeign: true });
    expect(reports()).toEqual([]);
    await track(id, HOUR_MS, MISSING);
    expect(reports()).toHaveLength(1);
  });
});
