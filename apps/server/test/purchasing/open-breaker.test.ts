import { expect, it } from 'vitest';
import type { ProcessingContext } from '../../src/purchasing/processing-context.ts';
import type { ConnectionWatch } from '../../src/postgres/connection-watch.ts';
import { withCircuitBreaker } from '../../src/platforms/with-circuit-breaker.ts';
import type { OrderRequest } from '../../src/platforms/platform.ts';
import { type FrontCall, relay } from '../support/front-gateway.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

const PATIENCE_MS = 3000;
const ORDER: OrderRequest = {
  merchantOrderNo: 'of-somebody-else',
  productUrl: 'https://item.shop-a.example/1',
  quantity: 1,
  unitPriceFen: 100,
  maxTotalFen: 100,
  placeBeforeSeconds: 1,
  recipient: { name: '张三', address: '北京市朝阳区', phone: '13800138000' },
};

usePurchaseDriver({ retryBudgetMs: PATIENCE_MS });

const refuse = (status: number) => (call: FrontCall) =>
  call.kind === 'place' ? call.reply({ status }) : relay(call);

/** The worker's side with breakers of its own, that of ordering or of cancelling open already. */
async function openBreaker(kind: 'place' | 'cancel' = 'place'): Promise<ProcessingContext> {
  const platforms = [...driver.context.platforms].map(([id, one]) => [id, withCircuitBreaker(one)] as const);
  const context = { ...driver.context, platforms: new Map(platforms) };
  driver.gateway.handle = (call) => (call.kind === kind ? call.reply({ status: 503 }) : relay(call));
  const platform = context.platforms.get('PLATFORM_A');
  const options = { timeoutMs: 1000, appId: driver.service.signer.appId };
  for (let count = 0; count < 10; count += 1) {
    await (kind === 'place' ? platform?.placeOrder(ORDER, options) : platform?.cancelOrder('none', options));
  }
  driver.gateway.calls.length = 0;
  return context;
}

it('an open breaker puts a purchase off, as if nothing had been sent', async () => {
  const context = await openBreaker();
  const id = await driver.create('ordinary');
  await driver.run(id, context);
  expect(driver.gateway.calls).toEqual([]);
  expect(await driver.load(id)).toMatchObject({
    status: 'PROCESSING',
    orderInFlightUntil: null,
    retryOrderAfter: null,
  });
  expect(await driver.orders(id)).toEqual([]);
});

it('a purchase whose time went by behind an open breaker is tried once more, and bought', async () => {
  const context = await openBreaker();
  const id = await driver.create('ordinary');
  await driver.run(id, context);
  driver.clock.advance(PATIENCE_MS + 1);
  driver.gateway.handle = relay;
  await driver.run(id, context);
  expect(await driver.load(id)).toMatchObject({ status: 'COMPLETED' });
  expect(await driver.orders(id)).toMatchObject([{ postCount: 1 }]);
});

it.each([503, 429])(
  'a purchase past its time fails when its last try is answered with %d too',
  async (status) => {
    const context = await openBreaker();
    const id = await driver.create('ordinary');
    await driver.run(id, context);
    driver.clock.advance(PATIENCE_MS + 1);
    driver.gateway.handle = refuse(status);
    await driver.run(id, context);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
    driver.clock.advance(60_000);
    await driver.run(id, context);
    expect(await driver.load(id)).toMatchObject({ status: 'FAILED', failureCode: 'PLATFORM_UNAVAILABLE' });
    expect(driver.gateway.calls.filter((kind) => kind === 'place')).toHaveLength(1);
  },
);

it('an order that has to be compared is, once its time went by behind an open breaker', async () => {
  const id = await driver.create('slow');
  (driver.context.connections as ConnectionWatch).lost();
  await driver.service.call('PUT', `/api/v1/intents/${id}`, { body: { quantity: 3 } });
  driver.gateway.handle = async (call) => {
    const real = await call.pass();
    call.reply(call.kind === 'place' ? { status: 503 } : real);
  };
  await driver.run(id);
  const context = await openBreaker();
  driver.clock.advance(PATIENCE_MS + 1);
  driver.gateway.handle = relay;
  await driver.run(id, context);
  expect(driver.gateway.calls).toEqual(['find', 'place']);
  expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderStatus: 'PLACED' });
});

it('a cancellation whose time went by behind an open breaker is asked for once more, with its fee', async () => {
  const id = await driver.create('slow-fee');
  await driver.run(id);
  const [order] = await driver.orders(id);
  await driver.requestCancel(id);
  const context = await openBreaker('cancel');
  await driver.run(id, context);
  expect(driver.gateway.calls).not.toContain('cancel');
  expect(await driver.load(id)).toMatchObject({ cancelSentOrderId: null });
  driver.clock.advance(PATIENCE_MS + 1);
  driver.gateway.handle = relay;
  await driver.run(id, context);
  expect(driver.gateway.calls).toContain('cancel');
  expect(await driver.load(id)).toMatchObject({
    status: 'CANCELLED',
    orderId: order?.orderId,
    cancellationFeeFen: expect.any(BigInt),
  });
});
