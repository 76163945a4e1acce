import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Dispatcher } from '../../src/purchasing/dispatch-intents.ts';
import { type FrontCall, relay } from '../support/front-gateway.ts';
import { intentBody } from '../support/intent-factory.ts';
import { hookPlatform, ledgerOf, startFrontedService } from '../support/purchase-driver.ts';
import type { Signer } from '../support/sign.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

describe('a cancellation that races with the purchase', () => {
  const ITEMS = ['slow', 'ordinary', 'slow-fee', 'lost-answer', 'shipped'];
  const ROUNDS = 60;
  const CREATES_A_SECOND = 10;
  const LONGEST_DELAY_MS = 900;
  let fronted: Awaited<ReturnType<typeof startFrontedService>>;
  let openCalls = 0;

  beforeAll(async () => {
    fronted = await startFrontedService({
      isWorking: true,
      sandboxSpeed: 8,
      orderTimeoutMs: 1000,
      retryBudgetMs: 5000,
    });
    fronted.gateway.handle = async (call) => {
      openCalls += 1;
      await delay(Math.random() * 120);
      const reply = await call.pass().catch(() => null);
      await delay(Math.random() * 120);
      if (reply) call.reply(reply);
      else call.drop();
      openCalls -= 1;
    };
  });
  afterAll(() => fronted.stop());

  async function race(signer: Signer, index: number) {
    const { service } = fronted;
    const item = ITEMS[index % ITEMS.length] ?? 'slow';
    const body = intentBody(service, item);
    const created = await service.call('POST', '/api/v1/intents', { body, signer });
    const id = created.body.data.id as string;
    await delay((index / ROUNDS) * LONGEST_DELAY_MS);
    const answer = await service.call('POST', `/api/v1/intents/${id}/cancel`, { signer });
    const row = await vi.waitFor(
      async () => {
        const current = await service.database.intent.findUniqueOrThrow({ where: { id } });
        expect(['CANCELLED', 'COMPLETED']).toContain(current.status);
        return current;
      },
      { timeout: 15_000, interval: 100 },
    );
    return { item, answer, row };
  }

  it(
    `ends in ${ROUNDS} interleavings CANCELLED without a live order, or COMPLETED and refused`,
    { timeout: 40_000 },
    async () => {
      const signers = await Promise.all(
        Array.from({ length: ROUNDS / CREATES_A_SECOND }, () => fronted.service.addApp()),
      );
      const races = await Promise.all(
        Array.from({ length: ROUNDS }, (_, index) =>
          race(signers[index % signers.length] ?? fronted.service.signer, index),
        ),
      );
      // Whatever was still on its way has reached the shop by now.
      await vi.waitFor(() => expect(openCalls).toBe(0), { timeout: 5000 });
      const ends = await Promise.all(
        races.map(async ({ item, answer, row }) => {
          const orders = await ledgerOf(fronted.service, row.id);
          const live = orders.filter(({ status }) => status !== 'CANCELLED');
          return { row, orders, live, seen: { item, status: row.status, answer: answer.body.code } };
        }),
      );
      for (const { orders, seen } of ends) expect(orders.length, JSON.stringify(seen)).toBeLessThanOrEqual(1);
      const cancelled = ends.filter(({ row }) => row.status === 'CANCELLED');
      const completed = ends.filter(({ row }) => row.status === 'COMPLETED');
      expect(cancelled.length).toBeGreaterThan(0);
      expect(completed.length).toBeGreaterThan(0);
      expect(cancelled.length + completed.length).toBe(ROUNDS);
      for (const { row, orders, live, seen } of cancelled) {
        expect({ ...seen, live }).toEqual({ ...seen, answer: 0, live: [] });
        expect(Number(row.cancellationFeeFen ?? 0)).toBe(Math.round((orders[0]?.fee ?? 0) * 100));
      }
      for (const { row, live, seen } of completed) {
        expect([40003, 50003], JSON.stringify(seen)).toContain(seen.answer);
        expect(live.map(({ orderId }) => orderId)).toEqual([row.orderId]);
      }
    },
  );
});

describe('a cancellation on record', () => {
  usePurchaseDriver({
    retryBudgetMs: 600_000,
    orderTimeoutMs: 2000,
    lateMarginMs: 30_000,
    confirmTimeoutMs: 900_000,
  });

  /** Lets `kind` wait at the gateway in the next run, puts a cancellation on record, and lets the run go on. */
  async function cancelDuring(id: string, kind: FrontCall['kind'], goOn: (call: FrontCall) => unknown) {
    const held = Promise.withResolvers<FrontCall>();
    driver.gateway.handle = (call) => (call.kind === kind ? held.resolve(call) : relay(call));
    const running = driver.run(id);
    const call = await held.promise;
    await driver.requestCancel(id);
    await goOn(call);
    await running;
    driver.gateway.reset();
  }

  async function expectTurnWithinOneSecond(id: string): Promise<void> {
    const { nextAttemptAt, cancelRequestedAt } = await driver.load(id);
    expect(cancelRequestedAt).not.toBeNull();
    expect((nextAttemptAt?.getTime() ?? NaN) - driver.clock.now().getTime()).toBeLessThanOrEqual(1000);
  }

  it('keeps its turn when the run that it meets is told to come back in an hour', async () => {
    const id = await driver.create('ordinary');
    await cancelDuring(id, 'place', (call) =>
      call.reply({ status: 429, headers: { 'retry-after': '3600' } }),
    );
    await expectTurnWithinOneSecond(id);
    expect(await driver.finish(id)).toMatchObject({ status: 'CANCELLED' });
    expect(new Set(driver.gateway.calls)).toEqual(new Set(['find']));
  });

  it('keeps its turn when the run that it meets waits for an order in flight', async () => {
    const id = await driver.create('slow');
    const dying = hookPlatform(driver.context, 'placeOrder', () => () => Promise.reject(new Error('killed')));
    await expect(driver.run(id, dying)).rejects.toThrow('killed');
    await cancelDuring(id, 'find', relay);
    await expectTurnWithinOneSecond(id);
    expect(await driver.finish(id)).toMatchObject({ status: 'CANCELLED', orderId: null });
  });

  it('keeps its turn when the run that it meets waits for a confirmation', async () => {
    const id = await driver.create('slow');
    await driver.run(id);
    driver.clock.advance(800_000);
    await cancelDuring(id, 'get', relay);
    await expectTurnWithinOneSecond(id);
    expect(await driver.finish(id)).toMatchObject({ status: 'CANCELLED' });
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
  });

  it('keeps its turn when the dispatcher hands the intent over', async () => {
    const id = await driver.create('slow');
    await driver.run(id);
    await driver.requestCancel(id);
    const jobs = {
      ...driver.service.jobs,
      wake: () => undefined,
      add: async () => ({ running: [], waiting: [] }),
    };
    await new Dispatcher({ ...driver.context, jobs }).runOnce();
    await expectTurnWithinOneSecond(id);
  });

  it('stops an order that was about to be sent', async () => {
    const id = await driver.create('ordinary');
    const context = hookPlatform(driver.context, 'fetchProductPage', (real) => async (...call) => {
      await driver.requestCancel(id);
      return real(...call);
    });
    await driver.run(id, context);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderInFlightUntil: null });
    expect(await driver.finish(id)).toMatchObject({ status: 'CANCELLED', orderId: null });
    // The platform is asked before the end, and nothing was sent.
    expect(driver.gateway.calls).toEqual(['find']);
  });

  it('waits for the order that is being sent, and has it cancelled', async () => {
    const id = await driver.create('slow');
    await cancelDuring(id, 'place', async (call) => {
      await driver.run(id);
      expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
      await relay(call);
    });
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
    expect(await driver.finish(id)).toMatchObject({ status: 'CANCELLED' });
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED', postCount: 1 }]);
  });

  it('keeps the fee although the answer to the first cancelling was lost', async () => {
    const id = await driver.create('slow-fee');
    await driver.run(id);
    await driver.requestCancel(id);
    driver.gateway.handle = async (call) => {
      if (call.kind !== 'cancel' || call.turn > 1) return relay(call);
      await call.pass();
      call.drop();
    };
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', cancellationFeeFen: null });
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED', fee: 5 }]);
    expect(await driver.finish(id)).toMatchObject({ status: 'CANCELLED', cancellationFeeFen: 500n });
  });
});

describe('an order that nobody confirms', () => {
  const CONFIRM_TIMEOUT_MS = 60_000;
  usePurchaseDriver({ confirmTimeoutMs: CONFIRM_TIMEOUT_MS });

  it.each([
    ['at once', relay],
    [
      'although its first answer was lost',
      async (call: FrontCall) => {
        if (call.kind !== 'cancel' || call.turn > 1) return relay(call);
        await call.pass();
        call.drop();
      },
    ],
  ])('is withdrawn with PROCESSING_TIMEOUT, and its fee is kept: %s', async (_name, handle) => {
    const id = await driver.create('slow-fee');
    await driver.run(id);
    driver.gateway.handle = handle;
    driver.clock.advance(CONFIRM_TIMEOUT_MS + 1);
    const row = await driver.finish(id);
    expect(row).toMatchObject({
      status: 'FAILED',
      failureCode: 'PROCESSING_TIMEOUT',
      cancellationFeeFen: 500n,
      nextAttemptAt: null,
    });
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED', fee: 5 }]);
  });
});
