import { describe, expect, it } from 'vitest';
import type { ConnectionWatch } from '../../src/postgres/connection-watch.ts';
import type { PlaceOrderResult } from '../../src/platforms/platform.ts';
import { LOOKUP_DELAYS_MS } from '@procurement-intents/domain';
import { reconcileOrder } from '../../src/purchasing/reconcile-order.worker.ts';
import type { IntentRow } from '../../src/intent-rows/intent-row.ts';
import { type FrontCall, relay } from '../support/front-gateway.ts';
import { hookPlatform } from '../support/purchase-driver.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

// An attempt that began before a failover, which lost that attempt's own claim: the row counts its attempts again.
usePurchaseDriver({
  retryBudgetMs: 3000,
  orderTimeoutMs: 20_000,
  lateMarginMs: 10_000,
  graceMs: 5000,
});

/** Calls of this kind stay open; the answer waits for the next one that is not taken yet. */
function holdCalls(kind: FrontCall['kind']): () => Promise<FrontCall> {
  const calls: PromiseWithResolvers<FrontCall>[] = [];
  const callAt = (index: number) => (calls[index] ??= Promise.withResolvers<FrontCall>());
  let taken = 0;
  driver.gateway.handle = (call) => (call.kind === kind ? callAt(call.turn - 1).resolve(call) : relay(call));
  return () => callAt(taken++).promise;
}

async function failOver(before: IntentRow): Promise<void> {
  (driver.context.connections as ConnectionWatch).lost();
  await driver.setBack(before);
  driver.clock.advance(100);
}

describe('a run from before a failover', () => {
  it('does not end an intent for which a later run has sent its order', async () => {
    const id = await driver.create('ordinary');
    const before = await driver.load(id);
    await driver.advanceToTurn(id);
    const nextOrder = holdCalls('place');
    const first = driver.run(id);
    const firstOrder = await nextOrder();
    await failOver(before);
    const second = driver.run(id);
    const secondOrder = await nextOrder();
    // A no to this call alone: the gateway is at work on the number.
    firstOrder.reply({ status: 422, body: { reason: 'LIMIT_EXCEEDED' } });
    await first;
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderId: null });
    await relay(secondOrder);
    await second;
    expect(await driver.load(id)).toMatchObject({ status: 'COMPLETED' });
    expect(await driver.orders(id)).toHaveLength(1);
  });

  it('does not take back the promise of a later run when its own call never left', async () => {
    const id = await driver.create('ordinary');
    const before = await driver.load(id);
    await driver.advanceToTurn(id);
    const begun = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<PlaceOrderResult>();
    const first = driver.run(
      id,
      hookPlatform(driver.context, 'placeOrder', () => () => {
        begun.resolve();
        return answer.promise;
      }),
    );
    await begun.promise;
    await failOver(before);
    const nextOrder = holdCalls('place');
    const second = driver.run(id);
    const order = await nextOrder();
    const { orderInFlightUntil } = await driver.load(id);
    answer.resolve({ ok: false, kind: 'unclear', reason: 'CONNECTION', isNotSent: true });
    await first;
    expect(await driver.load(id)).toMatchObject({ orderInFlightUntil });
    // A cancellation waits for that order, too.
    await driver.requestCancel(id);
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
    await relay(order);
    await second;
    await driver.finish(id);
    expect(await driver.orders(id)).toHaveLength(1);
  });

  it('does not end the last look for an order while a later run is at it', async () => {
    const id = await driver.create('slow');
    await driver.orderUnknown(id);
    await driver.service.call('POST', `/api/v1/intents/${id}/cancel`);
    const { orderLookup } = driver.service.database;
    const before = await orderLookup.create({
      data: {
        intentId: id,
        appId: driver.service.signer.appId,
        platform: 'PLATFORM_A',
        merchantOrderNo: id.slice('int_'.length),
        step: LOOKUP_DELAYS_MS.length - 1,
        dueAt: driver.clock.now(),
        createdAt: driver.clock.now(),
      },
    });
    const nextLook = holdCalls('find');
    const { signal } = new AbortController();
    const first = reconcileOrder(driver.context, id, signal);
    const firstLook = await nextLook();
    await orderLookup.update({ where: { intentId: id }, data: before });
    const second = reconcileOrder(driver.context, id, signal);
    const secondLook = await nextLook();
    firstLook.reply({ status: 404, body: {} });
    await relay(await nextLook());
    await first;
    await relay(secondLook);
    await second;
    expect(await driver.lookupOf(id)).toBeNull();
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
  });
});
