import { describe, expect, it } from 'vitest';
import { type FrontCall, relay } from '../support/front-gateway.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

// What API gateways and service meshes answer while the route to the gateway is away.
usePurchaseDriver({ retryBudgetMs: 3000, orderTimeoutMs: 1000, lateMarginMs: 10_000 });

/** Buys; the order is made and its answer lost. */
async function orderUnheard(): Promise<string> {
  const id = await driver.create('ordinary');
  driver.gateway.handle = async (call) => {
    if (call.kind !== 'place') return relay(call);
    await call.pass();
    call.drop();
  };
  await driver.run(id);
  expect(await driver.orders(id)).toHaveLength(1);
  return id;
}

const TURNS_PAST_PATIENCE = 30;
async function takeTurns(id: string): Promise<void> {
  for (let turn = 0; turn < TURNS_PAST_PATIENCE; turn += 1) {
    await driver.advanceToTurn(id);
    await driver.run(id);
  }
}

describe.each<[string, object | string]>([
  ['an empty body', ''],
  ['JSON', { message: 'no Route matched with those values' }],
])("a proxy's 404 with %s", (_what, body) => {
  const answer = (call: FrontCall): void => call.reply({ status: 404, body, isForeign: true });

  it('is no word of the gateway, so that no cancelled intent leaves an order behind', async () => {
    const id = await orderUnheard();
    driver.gateway.handle = answer;
    await driver.requestCancel(id);
    await takeTurns(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderId: null });
    driver.reset();
    expect(await driver.finish(id)).not.toMatchObject({ orderId: null });
  });

  it('fails no purchase whose order may stand', async () => {
    const id = await orderUnheard();
    driver.gateway.handle = answer;
    await takeTurns(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
    driver.reset();
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
  });
});

it("a proxy's 422 to an order is no refusal", async () => {
  const id = await driver.create('ordinary');
  driver.gateway.handle = (call) =>
    call.kind === 'place'
      ? call.reply({ status: 422, body: { reason: 'OUT_OF_STOCK' }, isForeign: true })
      : relay(call);
  await driver.run(id);
  expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
  driver.reset();
  expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
});
