import { describe, expect, it } from 'vitest';
import type { ProcessingContext } from '../../src/purchasing/processing-context.ts';
import { processIntent } from '../../src/purchasing/process-intent.worker.ts';
import type { FrontCall } from '../support/front-gateway.ts';
import { relay } from '../support/front-gateway.ts';
import { hookPlatform } from '../support/purchase-driver.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';
import { expectBoughtOnce } from './expect-bought-once.ts';

const PATIENCE_MS = 3000;
const ORDER_TIMEOUT_MS = 1000;
const IN_FLIGHT_MS = 8000;

usePurchaseDriver({
  retryBudgetMs: PATIENCE_MS,
  orderTimeoutMs: ORDER_TIMEOUT_MS,
  lateMarginMs: IN_FLIGHT_MS,
});

/** A place where a run stops until the test lets it go on. */
function createGate() {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    open: () => opened.resolve(),
    pass: () => {
      reached.resolve();
      return opened.promise;
    },
  };
}

/** A context whose runs stop before they read the product page. */
function pausedAtPage(gate: ReturnType<typeof createGate>): ProcessingContext {
  return hookPlatform(driver.context, 'fetchProductPage', (real) => async (...call) => {
    await gate.pass();
    return real(...call);
  });
}

describe('two runs of one intent', () => {
  it('make one order and one outcome when they run at once', async () => {
    const ids: string[] = [];
    while (ids.length < 10) ids.push(await driver.create('ordinary'));
    await Promise.all(ids.flatMap((id) => [driver.run(id), driver.run(id), driver.run(id)]));
    for (const id of ids) {
      await driver.finish(id);
      await expectBoughtOnce(id);
      const starts = (await driver.events(id)).filter((type) => type === 'intent.processing');
      expect(starts).toHaveLength(1);
    }
  });

  it('leave nothing of the one that sleeps after its claim until the other has bought', async () => {
    const id = await driver.create('ordinary');
    const gate = createGate();
    const sleeper = driver.run(id, pausedAtPage(gate));
    await gate.reached;
    await driver.run(id);
    const before = [await driver.load(id), await driver.events(id)];
    gate.open();
    await sleeper;
    expect([await driver.load(id), await driver.events(id)]).toEqual(before);
    expect(driver.gateway.calls).toEqual(['place']);
    await expectBoughtOnce(id);
  });

  it('send once although the other, whose answer was lost, left the version as it was', async () => {
    const id = await driver.create('lost-answer');
    const gate = createGate();
    const sleeper = driver.run(id, pausedAtPage(gate));
    await gate.reached;
    const { version } = await driver.load(id);
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', version });
    gate.open();
    await sleeper;
    expect(driver.gateway.calls).toEqual(['place']);
    await driver.finish(id);
    await expectBoughtOnce(id);
  });

  it('do not fail the purchase by a refusal that reaches the older one', async () => {
    const id = await driver.create('ordinary');
    const held = Promise.withResolvers<FrontCall>();
    driver.gateway.handle = async (call) => {
      if (call.kind !== 'place') return relay(call);
      if (call.turn === 1) return held.resolve(call);
      await call.pass();
      call.drop();
    };
    const sleeper = driver.run(id);
    const call = await held.promise;
    driver.clock.advance(ORDER_TIMEOUT_MS + IN_FLIGHT_MS);
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderId: null });
    call.reply({ status: 422, body: { reason: 'OUT_OF_STOCK' } });
    await sleeper;
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', failureCode: null });
    await driver.finish(id);
    await expectBoughtOnce(id);
  });

  it('wait for the order that one of them is sending', async () => {
    const id = await driver.create('ordinary');
    const held = Promise.withResolvers<FrontCall>();
    driver.gateway.handle = (call) =>
      call.kind === 'place' && call.turn === 1 ? held.resolve(call) : relay(call);
    const sender = driver.run(id);
    const call = await held.promise;
    await driver.run(id);
    expect(driver.gateway.calls).toEqual(['place', 'find']);
    await relay(call);
    await sender;
    await driver.finish(id);
    expect(driver.gateway.calls).toEqual(['place', 'find', 'find']);
    await expectBoughtOnce(id);
  });
});

describe('a run that is killed', () => {
  it('before its order is sent leaves a purchase that looks first, waits, and sends', async () => {
    const id = await driver.create('ordinary');
    const dying = hookPlatform(driver.context, 'placeOrder', () => () => Promise.reject(new Error('killed')));
    await expect(driver.run(id, dying)).rejects.toThrow('killed');
    expect(driver.gateway.calls).toEqual([]);
    await driver.run(id);
    expect(driver.gateway.calls).toEqual(['find']);
    await driver.finish(id);
    expect(driver.gateway.calls.at(-1)).toBe('place');
    expect(new Set(driver.gateway.calls.slice(0, -1))).toEqual(new Set(['find']));
    await expectBoughtOnce(id);
  });

  it('after its order was sent leaves a purchase that finds it', async () => {
    const id = await driver.create('ordinary');
    const dying = hookPlatform(driver.context, 'placeOrder', (real) => async (...call) => {
      await real(...call);
      throw new Error('killed');
    });
    await expect(driver.run(id, dying)).rejects.toThrow('killed');
    await driver.run(id);
    expect(driver.gateway.calls).toEqual(['place', 'find']);
    await expectBoughtOnce(id);
  });

  it('sends nothing more after the process was told to end', async () => {
    const id = await driver.create('ordinary');
    const ending = new AbortController();
    const { purchases } = driver.context;
    const context: ProcessingContext = {
      ...driver.context,
      purchases: {
        ...purchases,
        async markInFlight(...call) {
          const begun = await purchases.markInFlight(...call);
          ending.abort();
          return begun;
        },
      },
    };
    await processIntent(context, id, ending.signal);
    expect(driver.gateway.calls).toEqual([]);
    await driver.finish(id);
    expect(driver.gateway.calls).toEqual(['place']);
    await expectBoughtOnce(id);
  });
});

describe('a process that sleeps between its promise to send and the sending', () => {
  function sleepyContext(sleepMs: number): ProcessingContext {
    const { purchases } = driver.context;
    return {
      ...driver.context,
      purchases: {
        ...purchases,
        async markInFlight(...call) {
          const begun = await purchases.markInFlight(...call);
          driver.clock.advance(sleepMs);
          return begun;
        },
      },
    };
  }

  it.each([IN_FLIGHT_MS / 2 + 1, ORDER_TIMEOUT_MS + IN_FLIGHT_MS + 1, 3_600_000])(
    'sends nothing after %i ms, says so, and comes again in half a second',
    async (sleepMs) => {
      const id = await driver.create('ordinary');
      await driver.run(id, sleepyContext(sleepMs));
      expect(driver.gateway.calls).toEqual([]);
      expect(await driver.load(id)).toMatchObject({ orderInFlightUntil: null, retryOrderAfter: null });
      expect(await driver.events(id)).toContain('intent.attempt_failed');
      const { nextAttemptAt } = await driver.load(id);
      expect(Number(nextAttemptAt) - driver.clock.now().getTime()).toBe(500);
    },
  );

  it('sends within the time that is kept for it', async () => {
    const id = await driver.create('ordinary');
    await driver.run(id, sleepyContext(IN_FLIGHT_MS / 2));
    await expectBoughtOnce(id);
  });
});
