import { expect, afterAll, beforeAll, it, vi } from 'vitest';
import { checkGateway, verdictOf } from '../../../../packages/gateway/src/check/check-gateway.ts';
import { relay } from '../support/front-gateway.ts';
import { buyAndKill } from './buy-and-kill.ts';
import { Buyer, numberOf } from './buyer.ts';
import { Cleanups } from './cleanups.ts';
import { GATEWAY_TOKEN, startVendureWorld, TRANSFER_FROM_FEN } from './vendure-world.ts';
import type { Article, VendureWorld } from './vendure-world.ts';

// A shop as operators have it: the service buys at a commerce engine through the gateway of the example.

const PURCHASES = Number(process.env['VENDURE_PURCHASES'] ?? 100);
const KILLS = Number(process.env['VENDURE_KILLS'] ?? 10);
const MINUTES = 60_000;
const WAIT = { timeout: 4 * MINUTES, interval: 500 };

const skuOf = (index: number) => `tea-${index}`;
const article = (priceFen: number, stock: number): Article => ({ title: '龙井绿茶', priceFen, stock });
const skus = Array.from({ length: PURCHASES }, (_, index) => skuOf(index));
const catalog: Record<string, Article> = {
  ...Object.fromEntries(skus.map((sku, index) => [sku, article(1_000 + 7 * index, 10)])),
  'sold-out': article(4_800, 0),
  'last-three': article(4_800, 3),
  'dearer-page': article(4_800, 10),
  'dearer-order': article(4_800, 10),
  'sent-parcel': article(4_800, 10),
  withdrawn: article(4_800, 10),
  expensive: article(TRANSFER_FROM_FEN, 100),
  checked: article(4_801, 10_000),
};

const cleanups = new Cleanups();
let world: VendureWorld;
let buyer: Buyer;
beforeAll(async () => {
  world = await startVendureWorld(catalog, cleanups);
  buyer = new Buyer(world, catalog);
}, 20 * MINUTES);
afterAll(() => cleanups.run(), 2 * MINUTES);

const orderOf = (id: string) => world.operator.orderOf(numberOf(id));

/** Waits until the intent has these fields. */
async function expectIntent(id: string, fields: object): Promise<void> {
  await vi.waitFor(async () => expect(await buyer.read(id)).toMatchObject(fields), WAIT);
}

async function expectUnpaid(id: string): Promise<void> {
  const orders = await world.operator.orders({ merchantOrderNo: { eq: numberOf(id) } });
  expect(orders.flatMap(({ payments }) => payments)).toEqual([]);
}

it(
  'buys each product once while service, gateway and engine are killed again and again',
  async ({ signal }) => {
    const startedAt = performance.now();
    const victims = [world.service, world.gateway, world.engine];
    const { bought, kills } = await buyAndKill({ buyer, skus, victims, killsOfEach: KILLS, signal });
    const killedAt = performance.now();
    await vi.waitFor(async () => expect(await buyer.unfinished()).toBe(0), {
      timeout: 15 * MINUTES,
      interval: 500,
    });
    const endedAt = performance.now();

    expect(kills).toEqual([KILLS, KILLS, KILLS]);
    const statuses = await world.database.intent.groupBy({ by: ['status'], _count: true });
    expect(statuses).toEqual([{ status: 'COMPLETED', _count: PURCHASES }]);
    const orders = await world.operator.orders();
    const byNumber = Map.groupBy(orders, ({ customFields }) => customFields.merchantOrderNo);
    for (const { id, sku, quantity } of bought) {
      const totalFen = buyer.priceFen(sku) * quantity;
      const own = byNumber.get(numberOf(id)) ?? [];
      expect(own, id).toHaveLength(1);
      expect(own[0]).toMatchObject({
        state: 'PaymentSettled',
        totalWithTax: totalFen,
        lines: [{ quantity, productVariant: { sku } }],
        payments: [{ amount: totalFen, state: 'Settled', refunds: [] }],
      });
      expect(own[0]?.lines).toHaveLength(1);
      expect(own[0]?.payments).toHaveLength(1);
    }
    const numbered = orders.filter(({ customFields }) => customFields.merchantOrderNo !== null);
    expect(numbered).toHaveLength(PURCHASES);
    const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(0);
    process.stdout.write(
      `${PURCHASES} purchases, ${3 * KILLS} kills: ${numbered.length} orders, ` +
        `${numbered.flatMap(({ payments }) => payments).length} payments, ${orders.length - numbered.length} empty drafts, ` +
        `${seconds(startedAt, endedAt)} s, the last ${seconds(killedAt, endedAt)} s without kills\n`,
    );
  },
  60 * MINUTES,
);

it(
  'shows the tracking number once the parcel has left',
  async ({ signal }) => {
    const id = await buyer.create('sent-parcel', { quantity: 2 }, signal);
    await expectIntent(id, { status: 'COMPLETED' });
    await world.operator.ship(await orderOf(id), 'SF1234567890');
    const tracking = { trackingNumber: 'SF1234567890', trackingCompany: '顺丰速运' };
    await expectIntent(id, { orderStatus: 'SHIPPED', ...tracking });
    expect((await orderOf(id)).state).toBe('Shipped');
  },
  10 * MINUTES,
);

it.each([
  ['a product that is sold out', 'sold-out', 1],
  ['more than there is', 'last-three', 5],
])(
  'fails with OUT_OF_STOCK for %s',
  async (_, sku, quantity) => {
    const id = await buyer.create(sku, { quantity }, cleanups.signal);
    await expectIntent(id, { status: 'FAILED', failureCode: 'OUT_OF_STOCK' });
    await expectUnpaid(id);
  },
  10 * MINUTES,
);

it(
  'fails with PRICE_CHANGED when the page shows a higher price',
  async ({ signal }) => {
    await world.operator.setPrice('dearer-page', 4_801);
    const id = await buyer.create('dearer-page', { quantity: 1 }, signal);
    await expectIntent(id, { status: 'FAILED', failureCode: 'PRICE_CHANGED' });
    await expectUnpaid(id);
  },
  10 * MINUTES,
);

it(
  'fails with PRICE_CHANGED when the price rises between the look at the page and the order',
  async ({ signal }) => {
    world.front.handle = async (call) => {
      if (call.kind === 'place') await world.operator.setPrice('dearer-order', 4_801);
      await relay(call);
    };
    const id = await buyer.create('dearer-order', { quantity: 1, platform: 'PLATFORM_B' }, signal);
    await expectIntent(id, { status: 'FAILED', failureCode: 'PRICE_CHANGED' });
    expect(world.front.calls).toContain('place');
    // The order was made, and the engine's price of it was compared.
    const { customFields } = await orderOf(id);
    expect(JSON.parse(customFields.rejection ?? 'null')).toMatchObject({ reason: 'PRICE_CHANGED' });
    await expectUnpaid(id);
  },
  10 * MINUTES,
);

/** An order that waits for its bank transfer. */
async function orderUnpaid(signal: AbortSignal) {
  const id = await buyer.create('expensive', { quantity: 1 }, signal);
  await vi.waitFor(async () => {
    expect((await orderOf(id)).customFields.payingFen).toBe(TRANSFER_FROM_FEN);
    expect(await buyer.read(id)).toMatchObject({ status: 'PROCESSING' });
  }, WAIT);
  return { id, order: await orderOf(id) };
}

it(
  'cancels an order that is not paid',
  async ({ signal }) => {
    const { id } = await orderUnpaid(signal);
    expect(await buyer.cancel(id)).toMatchObject({ status: 200, data: { status: 'CANCELLED' } });
    expect(await orderOf(id)).toMatchObject({ state: 'Cancelled', payments: [] });
  },
  10 * MINUTES,
);

it(
  'cancels an order that is paid, and pays it back',
  async ({ signal }) => {
    // The service may see the payment first, and the purchase is complete: then another one is cancelled.
    let cancelled;
    for (let tries = 1; cancelled === undefined && tries <= 5; tries += 1) {
      const { id, order } = await orderUnpaid(signal);
      await world.operator.book(order);
      const answer = await buyer.cancel(id);
      if (answer.status === 200) cancelled = { id, answer };
    }
    expect(cancelled?.answer).toMatchObject({ data: { status: 'CANCELLED' } });
    expect(await orderOf(cancelled?.id ?? '')).toMatchObject({
      state: 'Cancelled',
      payments: [{ amount: TRANSFER_FROM_FEN, refunds: [{ total: TRANSFER_FROM_FEN }] }],
    });
  },
  20 * MINUTES,
);

it(
  'tells of an order that the shop withdraws after COMPLETED',
  async ({ signal }) => {
    const id = await buyer.create('withdrawn', { quantity: 1 }, signal);
    await expectIntent(id, { status: 'COMPLETED' });
    await world.operator.cancel(await orderOf(id));
    await expectIntent(id, { status: 'COMPLETED', orderStatus: 'CANCELLED' });
    const events = await world.database.intentEvent.findMany({ where: { intentId: id } });
    expect(events.map(({ type }) => type)).toContain('order.cancelled_by_shop');
  },
  10 * MINUTES,
);

it(
  'keeps every promise that the checker of the kit knows, killed again and again',
  async ({ signal }) => {
    const { gateway, gatewayUrl, operator } = world;
    const report = await checkGateway({
      url: gatewayUrl,
      token: GATEWAY_TOKEN,
      product: `${gatewayUrl}/products/checked`,
      soldOut: `${gatewayUrl}/products/sold-out`,
      maxSpendFen: 100_000_00,
      async kill() {
        gateway.killNow();
        await gateway.hasEnded();
      },
      restart: () => gateway.start(),
      charged: (merchantOrderNo) => operator.chargedFen(merchantOrderNo),
      ship: async (code) => operator.ship(await operator.orderByCode(code), 'SF1'),
      // More orders than one page of the list has.
      sizes: { kills: KILLS, listed: 60 },
      // A busy machine takes several seconds for a step of the engine.
      times: { clearMs: 4 * MINUTES, recoverMs: MINUTES, watchMs: 30_000 },
      signal,
      onResult: ({ id, outcome, durationMs }) =>
        process.stdout.write(`${id}: ${outcome}, ${(durationMs / 1_000).toFixed(1)} s\n`),
    });
    expect(report.results.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
    expect(report.results.filter(({ outcome }) => outcome === 'not-checked').map(({ id }) => id)).toEqual([
      'once/two-addresses',
    ]);
    expect(verdictOf(report)).toBe('kept');
    // The order that was sent is not cancelled.
    expect(report.costFen).toBe(buyer.priceFen('checked'));
  },
  60 * MINUTES,
);
