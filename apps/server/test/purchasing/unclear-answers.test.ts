import { describe, expect, it } from 'vitest';
import type { FrontCall } from '../support/front-gateway.ts';
import { relay } from '../support/front-gateway.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';
import { expectBoughtOnce } from './expect-bought-once.ts';

const PATIENCE_MS = 3000;
const ORDER_TIMEOUT_MS = 1000;
const IN_FLIGHT_MS = 8000;
const PROXY_PAGE = { 'content-type': 'text/html' };

usePurchaseDriver({
  retryBudgetMs: PATIENCE_MS,
  orderTimeoutMs: ORDER_TIMEOUT_MS,
  lateMarginMs: IN_FLIGHT_MS,
});

describe("a proxy's 5xx while the shop makes the order 0.8 s later", () => {
  /** Answers every ordering with `status`; the shop gets the first one when 0.8 s are over. */
  function orderLate(status: number): void {
    let first: { call: FrontCall; at: number } | undefined;
    driver.gateway.handle = async (call) => {
      if (call.kind === 'place') {
        first ??= { call, at: driver.clock.now().getTime() + 800 };
        return call.reply({ status, body: '<h1>Bad Gateway</h1>', headers: PROXY_PAGE });
      }
      if (first && driver.clock.now().getTime() >= first.at) await first.call.pass();
      return relay(call);
    };
  }

  it.each([500, 502, 503, 504])('ends COMPLETED after %i, though patience ends before', async (status) => {
    const id = await driver.create('ordinary');
    orderLate(status);
    const context = { ...driver.context, retryBudgetMs: 300 };
    await driver.run(id, context);
    await driver.advanceToTurn(id);
    await driver.run(id, context);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderId: null });
    expect(await driver.orders(id)).toEqual([]);
    await driver.advanceToTurn(id);
    await driver.run(id, context);
    await expectBoughtOnce(id);
  });

  it.each([
    ['slow', 'CANCELLED'],
    ['ordinary', 'COMPLETED'],
  ])('is not CANCELLED too early: %s ends %s, and so does its order', async (item, status) => {
    const id = await driver.create(item);
    orderLate(504);
    await driver.run(id);
    await driver.requestCancel(id);
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
    expect(await driver.finish(id)).toMatchObject({ status, cancelRequestedAt: null });
    const orders = await driver.orders(id);
    expect(orders.map((order) => order.status === 'CANCELLED')).toEqual([status === 'CANCELLED']);
  });
});

describe('an answer that decides nothing', () => {
  it.each(['lost-answer', 'late-answer'])(
    'of %s leads to a look and never to a second order',
    async (item) => {
      const id = await driver.create(item);
      await driver.run(id);
      expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderId: null });
      await driver.finish(id);
      expect(driver.gateway.calls).toEqual(['place', 'find']);
      await expectBoughtOnce(id);
    },
  );

  it.each<[string, (call: FrontCall) => void]>([
    ['500', (call) => call.reply({ status: 500, body: {} })],
    ['401', (call) => call.reply({ status: 401, body: {} })],
    ["a proxy's 404", (call) => call.reply({ status: 404, body: '<h1>Not Found</h1>', headers: PROXY_PAGE })],
    ['200 without an order', (call) => call.reply({ status: 200, body: {} })],
    ['a broken connection', (call) => call.drop()],
  ])('to the look-up (%s) neither sends again nor ends the purchase', async (_name, answer) => {
    const id = await driver.create('lost-answer');
    await driver.run(id);
    driver.gateway.handle = answer;
    driver.clock.advance(10 * PATIENCE_MS);
    for (let turn = 0; turn < 3; turn += 1) {
      await driver.advanceToTurn(id);
      await driver.run(id);
    }
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
    expect(new Set(driver.gateway.calls.slice(1))).toEqual(new Set(['find']));
    driver.gateway.reset();
    await driver.finish(id);
    await expectBoughtOnce(id);
  });

  it('404 for an order that the shop itself has named sends no second one', async () => {
    const id = await driver.create('slow');
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderId: expect.any(String) });
    driver.gateway.handle = (call) => call.reply({ status: 404, body: { reason: 'ORDER_NOT_FOUND' } });
    driver.clock.advance(10 * PATIENCE_MS);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await driver.advanceToTurn(id);
      await driver.run(id);
    }
    // By its id, then by its number.
    expect(driver.gateway.calls).toEqual(['place', 'get', 'find', 'get', 'find']);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
    expect(await driver.orders(id)).toMatchObject([{ postCount: 1 }]);
  });

  it('429 with an hour to wait does not outlast patience', async () => {
    const id = await driver.create('ordinary');
    driver.gateway.handle = (call) =>
      call.kind === 'place' ? call.reply({ status: 429, headers: { 'retry-after': '3600' } }) : relay(call);
    await driver.run(id);
    const { processingAt, nextAttemptAt } = await driver.load(id);
    expect(nextAttemptAt?.getTime()).toBe((processingAt?.getTime() ?? 0) + PATIENCE_MS);
    const ended = await driver.finish(id);
    expect(ended).toMatchObject({ status: 'FAILED', failureCode: 'PLATFORM_UNAVAILABLE' });
    expect(driver.clock.now().getTime() - (processingAt?.getTime() ?? 0)).toBeLessThanOrEqual(
      2 * PATIENCE_MS + ORDER_TIMEOUT_MS + IN_FLIGHT_MS,
    );
    // What a shop refuses for its haste may still be at work behind it.
    expect(ended).toMatchObject({ nextAttemptAt: null });
    expect(await driver.lookupOf(id)).toMatchObject({ step: 0 });
    expect(await driver.orders(id)).toEqual([]);
  });
});
