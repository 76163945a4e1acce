import { describe, expect, it } from 'vitest';
import { countAttempts } from '../../src/intent-rows/attempt-number.ts';
import { type FrontCall, type GatewayReply, relay } from '../support/front-gateway.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

const CONFIRM_MS = 200_000;
usePurchaseDriver({ retryBudgetMs: 3000, orderTimeoutMs: 1000, confirmTimeoutMs: CONFIRM_MS });

async function countAlarms(): Promise<number> {
  const { text } = await driver.service.metrics.render();
  return Number(/order_alarms_total\{platform="PLATFORM_A",alarm="unconfirmed"\} (\d+)/.exec(text)?.[1] ?? 0);
}

const orderOf = (call: FrontCall): boolean => call.kind === 'get' || call.kind === 'find';

/** An order that stays ACCEPTED, with this answer to each cancellation. Its time to be confirmed is about to end. */
async function orderWithoutEnd(cancelled: GatewayReply): Promise<string> {
  const id = await driver.create('slow-fee');
  await driver.run(id);
  driver.gateway.handle = async (call) => {
    if (call.kind === 'cancel') return call.reply(cancelled);
    if (!orderOf(call)) return relay(call);
    const real = await call.pass();
    call.reply({ ...real, body: { ...(real.body as object), status: 'ACCEPTED' } });
  };
  const turns = async (): Promise<void> => {
    await driver.advanceToTurn(id);
    await driver.run(id);
  };
  while (!driver.gateway.calls.includes('cancel')) await turns();
  return id;
}

describe('an order that the platform neither confirms nor cancels', () => {
  it('is told to operators at the first refusal and at every tenth attempt', async () => {
    const alarms = await countAlarms();
    const id = await orderWithoutEnd({ status: 409, body: { reason: 'CONFIRMED' } });
    const { orderId, attempt } = await driver.load(id);
    expect(countAttempts(attempt) % 10).not.toBe(0);
    expect(driver.lines).toMatchObject([{ level: 50, intentId: id, orderId, reason: 'CONFIRMED' }]);
    expect(await countAlarms()).toBe(alarms + 1);
    const events = await driver.events(id);
    for (let turn = 0; turn < 20; turn += 1) {
      await driver.advanceToTurn(id);
      await driver.run(id);
    }
    expect(await countAlarms()).toBe(alarms + 3);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', orderId });
    expect(await driver.events(id)).toEqual(events);
  });

  it('is told after ten attempts when the platform gives no answer', async () => {
    const id = await orderWithoutEnd({ status: 501 });
    const alarms = await countAlarms();
    for (let turn = 0; turn < 10; turn += 1) {
      await driver.advanceToTurn(id);
      await driver.run(id);
    }
    expect(await countAlarms()).toBe(alarms + 1);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
  });

  it('is told by nobody once it is confirmed', async () => {
    const alarms = await countAlarms();
    const id = await orderWithoutEnd({ status: 409, body: { reason: 'CONFIRMED' } });
    driver.gateway.reset();
    driver.lines.length = 0;
    driver.gateway.handle = async (call) => {
      if (!orderOf(call)) return relay(call);
      const real = await call.pass();
      call.reply({ ...real, body: { ...(real.body as object), status: 'CONFIRMED' } });
    };
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
    expect(await countAlarms()).toBe(alarms + 1);
    expect(driver.lines).toEqual([]);
  });
});
