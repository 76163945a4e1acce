import { expect, it } from 'vitest';
import type { ConnectionWatch } from '../../src/postgres/connection-watch.ts';
import { processIntent } from '../../src/purchasing/process-intent.worker.ts';
import type { ProcessingContext } from '../../src/purchasing/processing-context.ts';
import { relay } from '../support/front-gateway.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

usePurchaseDriver({ retryBudgetMs: 3000, orderTimeoutMs: 1000, lateMarginMs: 10_000, graceMs: 5000 });

/** A worker that has seen no failover. */
const elsewhere = (): ProcessingContext => ({
  ...driver.context,
  connections: { sinceChangeMs: () => Infinity },
});

/** An intent that a failover set back behind its order, and that its caller has changed since. */
async function changedAfterFailover(): Promise<string> {
  const id = await driver.create('slow');
  await driver.orderUnknown(id);
  (driver.context.connections as ConnectionWatch).lost();
  const update = await driver.service.call('PUT', `/api/v1/intents/${id}`, { body: { quantity: 3 } });
  expect(update.status).toBe(200);
  driver.reset();
  await driver.advanceToTurn(id);
  return id;
}

it.each(['answered', 'broken off'])(
  'keeps the word of the platform that a number was reused, when the look-up after it is %s',
  async (how) => {
    const id = await changedAfterFailover();
    const stopping = new AbortController();
    driver.gateway.handle = (call) => {
      if (call.kind === 'place') return call.reply({ status: 422, body: { reason: 'NUMBER_REUSED' } });
      if (call.kind !== 'find') return relay(call);
      if (how === 'broken off') stopping.abort(new Error('the process stops'));
      return call.reply({ status: 404, body: {} });
    };
    await driver.service.syncClock();
    await processIntent(elsewhere(), id, stopping.signal);
    expect(await driver.load(id)).toMatchObject({ mustCompareOrder: true });
    expect(driver.lines.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('number'));
    driver.reset();
    await driver.advanceToTurn(id);
    await driver.run(id, elsewhere());
    expect(await driver.finish(id)).toMatchObject({ status: 'FAILED' });
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED', quantity: 2 }]);
  },
);
