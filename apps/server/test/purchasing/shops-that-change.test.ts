import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { intentBody } from '../support/intent-factory.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../support/test-service.ts';
import { ledgerOf } from '../support/purchase-driver.ts';

// Shops that change their mind after an intent was accepted, in real time.
const OPTIONS: TestServiceOptions = {
  isWorking: true,
  // A shop withdraws its order before it is asked about for the first time, half a second after the purchase.
  sandboxSpeed: 8,
  retryBudgetMs: 60_000,
  // Long enough for the shop to make its order some time after its answer.
  orderTimeoutMs: 6000,
  lateMarginMs: 3000,
};
/** A page is gone when it is missing in two fetches that are so far apart. */
const PAGE_GONE_MS = 10_000;
let service: TestService;

beforeAll(async () => {
  service = await startTestService(OPTIONS);
});
afterAll(() => service.stop());

async function create(item: string, at = service): Promise<string> {
  const { body } = await at.call('POST', '/api/v1/intents', { body: intentBody(at, item) });
  expect(body).toMatchObject({ code: 0 });
  return body.data.id as string;
}
const read = async (id: string, at = service) => (await at.call('GET', `/api/v1/intents/${id}`)).body.data;
const typesOf = async (id: string): Promise<string[]> => {
  const { body } = await service.call('GET', `/api/v1/intents/${id}/events`);
  return (body.data.items as { type: string }[]).map(({ type }) => type);
};
const expectSoon = (id: string, state: object, at = service) =>
  vi.waitFor(async () => expect(await read(id, at)).toMatchObject(state), { timeout: 45_000, interval: 100 });

/** A service by a clock that goes on by itself and can be set forward. */
async function startSkippingService() {
  let skippedMs = 0;
  const clock = { now: () => new Date(Date.now() + skippedMs) };
  const skip = (ms: number): void => void (skippedMs += ms);
  return { service: await startTestService({ ...OPTIONS, clock }), skip };
}

describe.concurrent('an accepted purchase', { timeout: 60_000 }, () => {
  it('of the last piece is bought although its page is sold out from then on', async () => {
    const id = await create('last-piece');
    await expectSoon(id, { status: 'COMPLETED' });
    expect(await ledgerOf(service, id)).toHaveLength(1);
  });

  it('is bought when the captcha in front of its page has gone', async () => {
    const id = await create('captcha-later');
    await expectSoon(id, { status: 'COMPLETED' });
  });

  it('fails when its page stays gone', async ({ onTestFinished }) => {
    const { service: own, skip } = await startSkippingService();
    onTestFinished(() => own.stop());
    const id = await create('gone-later', own);
    const pageGoneAt = async () =>
      (await own.database.intent.findUniqueOrThrow({ where: { id } })).pageGoneAt?.getTime();
    await vi.waitFor(async () => expect(await pageGoneAt()).toBeDefined(), { timeout: 15_000 });
    expect(await read(id, own)).toMatchObject({ status: 'PROCESSING' });
    skip(PAGE_GONE_MS);
    await expectSoon(id, { status: 'FAILED', failureCode: 'PRODUCT_NOT_FOUND' }, own);
    expect(await ledgerOf(own, id)).toEqual([]);
  });

  it('stays COMPLETED when the shop withdraws its order, and says so (G9)', async () => {
    const id = await create('withdrawn');
    await expectSoon(id, { status: 'COMPLETED', orderStatus: 'CANCELLED', refunded: 398 });
    expect(await typesOf(id)).toContain('order.cancelled_by_shop');
    const { text } = await service.metrics.render();
    expect(text).toContain('procurement_order_alarms_total{platform="PLATFORM_A",alarm="cancelled_by_shop"}');
  });

  it('tells at once what was charged beyond the total (I12)', async () => {
    const id = await create('overcharge');
    await expectSoon(id, { status: 'COMPLETED', amountPaid: 437.8, totalAmount: 398 });
    const types = await typesOf(id);
    expect(types.slice(types.indexOf('intent.completed'))[1]).toBe('order.overcharged');
    const { text } = await service.metrics.render();
    expect(text).toContain('procurement_order_alarms_total{platform="PLATFORM_A",alarm="overcharged"} 1');
  });

  it('shows all of its parcels', async () => {
    const id = await create('two-parcels');
    await expectSoon(id, { status: 'COMPLETED', orderStatus: 'SHIPPED' });
    const { parcels, trackingNumber } = await read(id);
    expect(parcels).toHaveLength(2);
    expect(parcels[0].trackingNumber).toBe(trackingNumber);
  });
});
