import { expect, it } from 'vitest';
import { relay } from '../front-gateway.ts';
import { driver, usePurchaseDriver } from '../use-purchase-driver.ts';

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
