import { describe, expect, it } from 'vitest';
import { trackIntent } from '../../src/purchasing/track-intent.worker.ts';
import type { FrontCall } from '../support/front-gateway.ts';
import { storedEvents } from '../support/stored-intent.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

// Amounts that a shop changes after it has named them; the total of these intents is 398.
usePurchaseDriver({ retryBudgetMs: 3000, orderTimeoutMs: 1000, lateMarginMs: 10_000 });

const toldOf = async (id: string): Promise<(string | null)[]> =>
  (await storedEvents(driver.service.database, id))
    .filter(({ type }) => type === 'order.overcharged')
    .map(({ detail }) => detail);

/** The shop's answers carry these fields from now on. */
function answerWith(fields: object): void {
  driver.gateway.handle = async (call: FrontCall) => {
    const real = await call.pass();
    call.reply({ ...real, body: { ...(real.body as object), ...fields } });
  };
}

async function track(id: string): Promise<void> {
  await driver.advanceToTurn(id);
  await driver.service.syncClock();
  await trackIntent(driver.context, id, new AbortController().signal);
}

async function completed(amountPaid: number): Promise<string> {
  const id = await driver.create('slow');
  answerWith({ status: 'CONFIRMED', amountPaid });
  await driver.run(id);
  expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
  return id;
}

async function countAlarms(): Promise<number> {
  const { text } = await driver.service.metrics.render();
  const line = /^procurement_order_alarms_total\{platform="PLATFORM_A",alarm="overcharged"\} (\d+)$/m;
  return Number(line.exec(text)?.[1] ?? 0);
}

describe('an amount that changes after COMPLETED', () => {
  it('is told each time it grows above the total, with the news that it came with and without', async () => {
    const id = await completed(398);
    const alarmsBefore = await countAlarms();
    const parcels = [{ trackingNumber: 'SF1' }];
    const steps = [
      { status: 'SHIPPED', amountPaid: 900, parcels },
      { status: 'SHIPPED', amountPaid: 950, parcels },
      { status: 'SHIPPED', amountPaid: 950, parcels },
      { status: 'DELIVERED', amountPaid: 1900, parcels },
    ];
    for (const step of steps) {
      answerWith(step);
      await track(id);
      expect(await driver.view(id)).toMatchObject({ orderStatus: step.status, amountPaid: step.amountPaid });
    }
    const paid = ['900 paid, 398 agreed', '950 paid, 398 agreed', '1900 paid, 398 agreed'];
    expect(await toldOf(id)).toEqual(paid);
    expect((await driver.events(id)).slice(-5)).toEqual([
      'order.shipped',
      'order.overcharged',
      'order.overcharged',
      'order.delivered',
      'order.overcharged',
    ]);
    expect((await countAlarms()) - alarmsBefore).toBe(3);
    expect(driver.lines).toMatchObject(paid.map(() => ({ level: 50, intentId: id })));
  });

  it('is shown without an alarm while the total covers it, also when it falls', async () => {
    const id = await completed(390);
    for (const amountPaid of [395, 380]) {
      answerWith({ status: 'CONFIRMED', amountPaid });
      const { version } = await driver.load(id);
      await track(id);
      expect(await driver.view(id)).toMatchObject({ amountPaid, version: version + 1 });
      expect((await driver.events(id)).at(-1)).toBe('order.amount_changed');
    }
    expect(await toldOf(id)).toEqual([]);
    expect(driver.lines).toEqual([]);
  });

  it('is told when the shop takes more and withdraws the order in one', async () => {
    const id = await completed(398);
    answerWith({ status: 'CANCELLED', amountPaid: 900, refunded: 398 });
    await track(id);
    expect(await driver.view(id)).toMatchObject({ orderStatus: 'CANCELLED', amountPaid: 900, refunded: 398 });
    expect((await driver.events(id)).slice(-2)).toEqual(['order.cancelled_by_shop', 'order.overcharged']);
  });
});

it('is told once of what was charged above the total before it was confirmed, and again when it grows', async () => {
  const id = await driver.create('slow');
  for (const amountPaid of [900, 900, 901]) {
    answerWith({ status: 'ACCEPTED', amountPaid });
    await driver.advanceToTurn(id);
    await driver.run(id);
    expect(await driver.view(id)).toMatchObject({ status: 'PROCESSING', amountPaid });
  }
  answerWith({ status: 'CONFIRMED', amountPaid: 901 });
  expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
  expect(await toldOf(id)).toEqual(['900 paid, 398 agreed', '901 paid, 398 agreed']);
});

it('is told of what was charged above the total for an order that a caller has cancelled', async () => {
  const id = await driver.create('slow-fee');
  await driver.run(id);
  await driver.requestCancel(id);
  driver.gateway.handle = async (call) => {
    const real = await call.pass();
    const body = call.kind === 'get' ? { ...(real.body as object), amountPaid: 900 } : real.body;
    call.reply({ ...real, ...(body !== undefined && { body }) });
  };
  await driver.run(id);
  expect(await driver.view(id)).toMatchObject({ status: 'CANCELLED', amountPaid: 900, cancellationFee: 5 });
  expect((await driver.events(id)).slice(-2)).toEqual(['intent.cancelled', 'order.overcharged']);
  expect(driver.lines).toMatchObject([{ level: 50, intentId: id }]);
});
