import { LEASE } from '@procurement-intents/domain';
import { describe, expect, it } from 'vitest';
import { Dispatcher } from '../../src/purchasing/dispatch-intents.ts';
import type { Jobs } from '../../src/queue/jobs.ts';
import { relay } from '../support/front-gateway.ts';
import { hookPlatform } from '../support/purchase-driver.ts';
import { storedEvents } from '../support/stored-intent.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

const PATIENCE_MS = 3000;
usePurchaseDriver({ retryBudgetMs: PATIENCE_MS, orderTimeoutMs: 1000, lateMarginMs: 8000 });

const database = () => driver.service.database;

/** An intent whose order was answered with 504 and is still on its way. */
async function inFlight(item = 'ordinary') {
  const id = await driver.create(item);
  const sent = driver.holdOrders();
  await driver.run(id);
  driver.gateway.reset();
  expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderInFlightUntil: expect.any(Date) });
  return { id, appear: async () => void (await sent[0]?.pass()) };
}

describe('the database itself (I19)', () => {
  it.each(['FAILED', 'CANCELLED'] as const)(
    'keeps %s from an intent whose order may still appear',
    async (status) => {
      const { id } = await inFlight();
      const end = () => database().intent.updateMany({ where: { id }, data: { status } });
      expect(await end()).toEqual({ count: 0 });
      expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
      driver.clock.advance(10_000);
      await driver.service.syncClock();
      expect(await end()).toEqual({ count: 1 });
    },
  );

  it('lets an intent end at any time whose order is known, or whose promise is taken back with the end', async () => {
    for (const known of [{ orderId: 'A1' }, { orderInFlightUntil: null }]) {
      const { id } = await inFlight();
      const data = { status: 'FAILED', ...known } as const;
      expect(await database().intent.updateMany({ where: { id }, data })).toEqual({ count: 1 });
    }
  });

  it('decides by its own clock, whatever that of the process says', async () => {
    const { id } = await inFlight();
    const hasty = {
      ...driver.context,
      clock: { now: () => new Date(driver.clock.now().getTime() + 3_600_000) },
    };
    await driver.requestCancel(id);
    await driver.run(id, hasty);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
  });
});

describe('a purchase whose order is on its way', () => {
  const soldOut = hookedPage({ isAvailable: false });
  const dearer = hookedPage({ priceFen: 99_900 });
  const gone = () =>
    hookPlatform(
      driver.context,
      'fetchProductPage',
      () => async () => ({ ok: false, kind: 'refused', reason: 'NOT_FOUND' }) as const,
    );

  function hookedPage(change: object) {
    return () =>
      hookPlatform(driver.context, 'fetchProductPage', (real) => async (...call) => {
        const result = await real(...call);
        return result.ok ? { ...result, page: { ...result.page, ...change } } : result;
      });
  }

  it.each([
    ['is sold out', soldOut, 2],
    ['has become dearer', dearer, 2],
    // The second look at a page that is gone comes when the order cannot appear any more.
    ['is gone', gone, 1],
  ] as const)('does not fail because its page %s', async (_what, context, attempts) => {
    const { id, appear } = await inFlight();
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      await driver.advanceToTurn(id);
      await driver.run(id, context());
      expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
    }
    await appear();
    await driver.advanceToTurn(id);
    await driver.run(id, context());
    expect(await driver.load(id)).toMatchObject({ status: 'COMPLETED' });
    expect(await driver.orders(id)).toHaveLength(1);
  });

  it('does not fail because its repetition is refused', async () => {
    const { id, appear } = await inFlight();
    driver.gateway.handle = async (call) => {
      if (call.kind !== 'place') return relay(call);
      call.reply({ status: 422, body: { reason: 'OUT_OF_STOCK', message: 'none left' } });
    };
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await driver.advanceToTurn(id);
      await driver.run(id);
    }
    expect(driver.gateway.calls).toContain('place');
    await appear();
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
  });

  it('is refused at once where nothing else was ever sent', async () => {
    const id = await driver.create('ordinary');
    driver.gateway.handle = async (call) => {
      if (call.kind !== 'place') return relay(call);
      call.reply({ status: 422, body: { reason: 'UNKNOWN_PRODUCT', message: 'never heard of it' } });
    };
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'FAILED', failureCode: 'PRODUCT_NOT_FOUND' });
  });
});

describe('an accepted intent whose page (I11)', () => {
  const pageOf = (...answers: ('gone' | 'captcha' | 'product')[]) => {
    let turn = 0;
    return hookPlatform(driver.context, 'fetchProductPage', (real) => async (...call) => {
      const answer = answers[Math.min(turn, answers.length - 1)];
      turn += 1;
      if (answer === 'product') return real(...call);
      const reason = answer === 'gone' ? 'NOT_FOUND' : 'NOT_A_PRODUCT';
      return { ok: false, kind: 'refused', reason } as const;
    });
  };

  it('is gone at two looks, ten seconds apart, fails, and not before', async () => {
    const id = await driver.create('ordinary');
    const context = { ...pageOf('gone'), retryBudgetMs: 600_000 };
    const begunAt = driver.clock.now().getTime();
    await driver.run(id, context);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
    await driver.advanceToTurn(id);
    await driver.run(id, context);
    expect(await driver.load(id)).toMatchObject({ status: 'FAILED', failureCode: 'PRODUCT_NOT_FOUND' });
    expect(driver.clock.now().getTime() - begunAt).toBe(10_000);
  });

  it('was gone and is back is bought, and an older look does not count later', async () => {
    const id = await driver.create('slow');
    await driver.run(id, pageOf('gone'));
    expect(await driver.load(id)).toMatchObject({ pageGoneAt: expect.any(Date) });
    await driver.advanceToTurn(id);
    await driver.run(id, pageOf('product'));
    expect(await driver.load(id)).toMatchObject({ pageGoneAt: null, orderId: expect.any(String) });
  });

  it('shows a captcha is looked at until patience ends, and bought when it shows a product', async () => {
    const patient = await driver.create('ordinary');
    const context = pageOf('captcha', 'captcha', 'captcha', 'product');
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await driver.advanceToTurn(patient);
      await driver.run(patient, context);
    }
    expect(await driver.load(patient)).toMatchObject({ status: 'COMPLETED' });
    const hopeless = await driver.create('ordinary');
    const captcha = pageOf('captcha');
    while ((await driver.load(hopeless)).status !== 'FAILED') {
      await driver.advanceToTurn(hopeless);
      await driver.run(hopeless, captcha);
    }
    expect(await driver.load(hopeless)).toMatchObject({ failureCode: 'PLATFORM_UNAVAILABLE' });
  });
});

describe('before it ends an intent without an order, the service', () => {
  it('asks the platform, and finds an order of which the row knows nothing', async () => {
    const id = await driver.create('price-up');
    await driver.orderUnknown(id);
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
  });

  it('waits for no platform that is away where nothing was sent, and owes it the look', async () => {
    const id = await driver.create('price-up');
    driver.gateway.handle = (call) => call.drop();
    expect(await driver.finish(id)).toMatchObject({ status: 'FAILED', failureCode: 'PRICE_CHANGED' });
    expect(await driver.lookupOf(id)).toMatchObject({ step: 0, merchantOrderNo: id.slice('int_'.length) });
  });
});

it('is told of a number that the platform knows with another content, and looks the order up', async () => {
  const id = await driver.create('ordinary');
  driver.gateway.handle = async (call) => {
    if (call.kind !== 'place') return relay(call);
    await call.pass();
    call.reply({ status: 422, body: { reason: 'NUMBER_REUSED', message: 'another quantity' } });
  };
  await driver.run(id);
  expect(driver.lines).toMatchObject([{ level: 50, intentId: id }]);
  const { text } = await driver.service.metrics.render();
  expect(text).toContain('procurement_order_alarms_total{platform="PLATFORM_A",alarm="number_reused"} 1');
  expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
});

it('tells of the first ten attempts, and then of each that doubles them', async () => {
  const id = await driver.create('ordinary');
  driver.gateway.handle = (call) => (call.kind === 'place' ? call.reply({ status: 503 }) : relay(call));
  const context = { ...driver.context, retryBudgetMs: 86_400_000 };
  for (let attempt = 0; attempt < 45; attempt += 1) {
    await driver.advanceToTurn(id);
    await driver.run(id, context);
  }
  const events = await storedEvents(driver.service.database, id);
  const attempts = events.filter(({ type }) => type === 'intent.attempt_failed').map(({ detail }) => detail);
  expect(attempts).toHaveLength(12);
  expect(attempts.slice(-2)).toEqual(['ordering: HTTP_503 (attempt 20)', 'ordering: HTTP_503 (attempt 40)']);
});

it('leaves who waits in a long line to the job that is there', async () => {
  const id = await driver.create('ordinary');
  const known = new Set<string>();
  const jobs: Jobs = {
    ...driver.service.jobs,
    wake: () => undefined,
    async add(_job, ids) {
      const waiting = ids.filter((one) => known.has(one));
      for (const one of ids) known.add(one);
      return { running: [], waiting };
    },
  };
  const dispatcher = new Dispatcher({ ...driver.context, jobs });
  const pauses: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await driver.advanceToTurn(id);
    await dispatcher.runOnce();
    const { nextAttemptAt } = await driver.load(id);
    pauses.push(Number(nextAttemptAt) - driver.clock.now().getTime());
  }
  const [first = 0, ...later] = pauses;
  expect(first).toBeLessThanOrEqual(2 * LEASE.leaseMs);
  expect(Math.min(...later)).toBeGreaterThanOrEqual(LEASE.longestMs / 2);
});
