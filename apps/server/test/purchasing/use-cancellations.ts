import { expect } from 'vitest';
import { trackIntent } from '../../src/purchasing/track-intent.worker.ts';
import { type FrontCall, relay } from '../support/front-gateway.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

export const PATIENCE_MS = 30_000;
export const CONFIRM_MS = 3_600_000;
/** A service whose cancellations get no answer, and a platform that carries them out later. */
export const useCancellations = (): void =>
  usePurchaseDriver({
    retryBudgetMs: PATIENCE_MS,
    orderTimeoutMs: 1000,
    lateMarginMs: 10_000,
    graceMs: 5000,
    confirmTimeoutMs: CONFIRM_MS,
  });

/** An intent whose order the platform has accepted; a cancellation costs 5. */
export async function accepted(): Promise<string> {
  const id = await driver.create('slow-fee');
  driver.clock.advance(5000);
  await driver.run(id);
  return id;
}

/** Lets every order look confirmed, and cancellations wait in the returned list. */
export function confirmAndHold(): FrontCall[] {
  const held: FrontCall[] = [];
  driver.gateway.handle = async (call) => {
    if (call.kind === 'cancel') return void held.push(call);
    const real = await call.pass();
    call.reply({ ...real, body: { ...(real.body as object), status: 'CONFIRMED' } });
  };
  return held;
}

/** Lets every order look confirmed until a cancellation is carried out, which it is. */
export function confirm(): void {
  driver.gateway.handle = async (call) => {
    if (call.kind === 'cancel') return relay(call);
    const real = await call.pass();
    call.reply({ ...real, body: { ...(real.body as object), status: 'CONFIRMED' } });
  };
}

export async function turn(id: string): Promise<void> {
  await driver.advanceToTurn(id);
  await driver.run(id);
}

export async function track(id: string): Promise<void> {
  await driver.advanceToTurn(id);
  await driver.service.syncClock();
  await trackIntent(driver.context, id, new AbortController().signal);
}

/** An intent whose order nobody has confirmed in time, with a cancellation on its way. */
export async function overdue(): Promise<string> {
  const id = await accepted();
  driver.clock.advance(CONFIRM_MS + 1000);
  driver.gateway.handle = (call) => (call.kind === 'cancel' ? undefined : relay(call));
  await driver.run(id);
  const { orderId, cancelSentOrderId } = await driver.load(id);
  expect(cancelSentOrderId).toBe(orderId);
  return id;
}
