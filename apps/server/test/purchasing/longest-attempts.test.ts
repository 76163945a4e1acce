import { describe, expect, it } from 'vitest';
import { ALL_INTENT_JOBS } from '../../src/purchasing/intent-jobs.ts';
import { processIntentJobs } from '../../src/purchasing/process-intent.job.ts';
import { processIntent } from '../../src/purchasing/process-intent.worker.ts';
import type { ProcessingContext } from '../../src/purchasing/processing-context.ts';
import { reconcileOrderJobs } from '../../src/purchasing/reconcile-order.job.ts';
import { reconcileOrder } from '../../src/purchasing/reconcile-order.worker.ts';
import { definitionOf, type IntentJob } from '../../src/purchasing/intent-job.ts';
import { trackIntentJobs } from '../../src/purchasing/track-intent.job.ts';
import { trackIntent } from '../../src/purchasing/track-intent.worker.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { relay } from '../support/front-gateway.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

/** The longest that the settings allow for a call to a gateway. */
const GATEWAY_MS = 60_000;
const PAGE_MS = 5000;
const GATEWAY_CALLS = new Set(['placeOrder', 'findOrder', 'getOrder', 'cancelOrder']);
/** Whatever of a store is no read. */
const isWrite = (name: string): boolean => !/^(find|list|count)/.test(name);

usePurchaseDriver({
  retryBudgetMs: 600_000,
  orderTimeoutMs: GATEWAY_MS,
  confirmTimeoutMs: 1000,
  lateMarginMs: 10_000,
});

/** The same object, which tells of each method that is called. */
function watch<T extends object>(real: T, onCall: (name: string, args: unknown[]) => void): T {
  return new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      return (...args: unknown[]): unknown => {
        onCall(name, args);
        return Reflect.apply(value, target, args);
      };
    },
  });
}

type Work = (context: ProcessingContext, id: string, signal: AbortSignal) => Promise<void>;

/** What a run does, and the time that it gave to others for it. */
async function spend(work: Work, id: string) {
  await driver.service.syncClock();
  const spent = { gatewayCalls: 0, pageFetches: 0, writes: 0 };
  let grantedMs = 0;
  const { context } = driver;
  const platforms = [...context.platforms].map(([platform, one]) => {
    const watched = watch(one, (name, args) => {
      if (GATEWAY_CALLS.has(name)) spent.gatewayCalls += 1;
      else if (name === 'fetchProductPage') spent.pageFetches += 1;
      else return;
      grantedMs += (args[1] as { timeoutMs: number }).timeoutMs;
    });
    return [platform, watched] as const;
  });
  const countWrite = (name: string): void => {
    if (isWrite(name)) spent.writes += 1;
  };
  const intents = watch(context.intents, countWrite);
  const purchases = watch(context.purchases, countWrite);
  const lookups = watch(context.lookups, countWrite);
  const watched = { ...context, platforms: new Map(platforms), intents, purchases, lookups };
  await work(watched, id, new AbortController().signal);
  return { spent, grantedMs };
}

function expectWithin(job: IntentJob, { spent, grantedMs }: Awaited<ReturnType<typeof spend>>): void {
  expect(job).toMatchObject(spent);
  expect(grantedMs).toBe(job.gatewayCalls * GATEWAY_MS + job.pageFetches * PAGE_MS);
  expect(grantedMs).toBeLessThan(definitionOf(job, GATEWAY_MS).expireSeconds * 1000);
}

describe('the longest run', () => {
  it('of a purchase has an older order that turns up behind a refusal compared and kept because it has left, and its job lasts as long', async () => {
    const id = await driver.create('slow');
    await driver.service.call('PUT', `/api/v1/intents/${id}`, { body: { quantity: 3 } });
    const { intent } = driver.service.database;
    await intent.update({ where: { id }, data: { pageGoneAt: driver.clock.now() } });
    driver.clock.advance(11_000);
    const order = {
      orderId: 'A-1',
      merchantOrderNo: `pi_${id.slice('int_'.length)}`,
      status: 'CONFIRMED',
      amountPaid: 1,
    };
    const answers = {
      find: [{ status: 404 }, { status: 404 }, { status: 404 }, { status: 200, body: order }],
      place: ['LIMIT_EXCEEDED', 'NUMBER_REUSED'].map((reason) => ({
        status: 422,
        body: { reason, message: 'no' },
      })),
      cancel: [{ status: 409, body: { reason: 'SHIPPED' } }],
      get: [],
      list: [],
    };
    driver.gateway.handle = ({ kind, turn, reply }) => reply(answers[kind][turn - 1] ?? { status: 500 });
    expectWithin(processIntentJobs.PLATFORM_A, await spend(processIntent, id));
    expect(driver.gateway.calls).toEqual(['find', 'find', 'place', 'find', 'find', 'place', 'cancel']);
    expect(await driver.load(id)).toMatchObject({ status: 'COMPLETED', foundOrderId: 'A-1' });
    expect(await driver.events(id)).toContain('order.content_differs');
    driver.reset();
  });

  it('of a purchase that nobody confirms looks up, orders and withdraws', async () => {
    const id = await driver.create('slow');
    driver.gateway.handle = async (call) => {
      if (call.kind === 'place') call.reply({ status: 504 });
      else await relay(call);
    };
    await driver.run(id);
    driver.reset();
    await driver.advanceToTurn(id);
    driver.clock.advance(5000);
    await spend(processIntent, id);
    driver.clock.advance(5000);
    await spend(processIntent, id);
    expect(driver.gateway.calls).toEqual(['find', 'place', 'get', 'cancel']);
    expect(await driver.load(id)).toMatchObject({ status: 'FAILED', failureCode: 'PROCESSING_TIMEOUT' });
  });

  it('of tracking asks for the order, and for the fee of a cancellation that had no answer', async () => {
    const id = await driver.create('ordinary');
    const { orderId } = await driver.finish(id);
    await driver.service.database.intent.update({ where: { id }, data: { cancelSentOrderId: orderId } });
    await driver.advanceToTurn(id);
    driver.gateway.handle = async (call) => {
      if (call.kind === 'cancel') return call.reply({ status: 200, body: { fee: 0, refund: 'done' } });
      const real = await call.pass();
      call.reply({ ...real, body: { ...(real.body as object), status: 'CANCELLED' } });
    };
    expectWithin(trackIntentJobs.PLATFORM_A, await spend(trackIntent, id));
  });

  it('of a look for a late order cancels it', async () => {
    const id = await driver.create('slow');
    const sent = driver.holdOrders();
    await driver.run(id);
    await driver.requestCancel(id);
    expect(await driver.finish(id)).toMatchObject({ status: 'CANCELLED' });
    driver.reset();
    await sent[0]?.pass();
    const [order] = await driver.orders(id);
    const shown = { foundOrderId: order?.orderId ?? null };
    await driver.service.database.intent.update({ where: { id }, data: shown });
    await driver.advanceToLookup(id);
    await driver.service.database.orderLookup.update({
      where: { intentId: id },
      data: { merchantOrderNo: `pi_${id.slice('int_'.length)}` },
    });
    driver.gateway.handle = (call) =>
      call.kind === 'find' ? call.reply({ status: 404, body: {} }) : relay(call);
    expectWithin(reconcileOrderJobs.PLATFORM_A, await spend(reconcileOrder, id));
  });
});

describe('the worker', () => {
  it('gives each queue the time that its settings need', async () => {
    const { service } = driver;
    expect(SETTINGS.PLATFORM_TIMEOUT_MS.schema.safeParse(String(GATEWAY_MS + 1)).success).toBe(false);
    const stop = await service.startWorker({ concurrency: 1 });
    const rows = await service.database.$queryRaw<{ name: string; seconds: number }[]>`
      SELECT "name", "expire_seconds" AS seconds FROM "pgboss"."queue" WHERE "name" <> 'intents.dead'`;
    await stop(1000);
    const wanted = ALL_INTENT_JOBS.map((job) => {
      const { queue, expireSeconds } = definitionOf(job, GATEWAY_MS);
      return { name: queue, seconds: expireSeconds };
    });
    const known = rows.filter(({ name }) => /^(intents|orders)\./.test(name));
    expect(known.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
      wanted.sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
    expect(Math.max(...wanted.map(({ seconds }) => seconds))).toBeGreaterThan(
      (3 * GATEWAY_MS + PAGE_MS) / 1000,
    );
  });
});
