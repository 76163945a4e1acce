import { describe, expect, it } from 'vitest';
import { trackIntent } from '../../src/purchasing/track-intent.worker.ts';
import { expectBearerError } from '../support/bearer.ts';
import { person } from '../procurement/support.ts';
import { type FrontCall, relay } from '../support/front-gateway.ts';
import { hookPlatform } from '../support/purchase-driver.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

// Cancellations of ours that get no answer, and that the platform carries out later.
const PATIENCE_MS = 30_000;
const CONFIRM_MS = 3_600_000;
usePurchaseDriver({
  retryBudgetMs: PATIENCE_MS,
  orderTimeoutMs: 1000,
  lateMarginMs: 10_000,
  graceMs: 5000,
  confirmTimeoutMs: CONFIRM_MS,
});

/** An intent whose order the platform has accepted; a cancellation costs 5. */
async function accepted(): Promise<string> {
  const id = await driver.create('slow-fee');
  driver.clock.advance(5000);
  await driver.run(id);
  return id;
}

/** Lets every order look confirmed, and cancellations wait in the returned list. */
function confirmAndHold(): FrontCall[] {
  const held: FrontCall[] = [];
  driver.gateway.handle = async (call) => {
    if (call.kind === 'cancel') return void held.push(call);
    const real = await call.pass();
    call.reply({ ...real, body: { ...(real.body as object), status: 'CONFIRMED' } });
  };
  return held;
}

/** Lets every order look confirmed until a cancellation is carried out, which it is. */
function confirm(): void {
  driver.gateway.handle = async (call) => {
    if (call.kind === 'cancel') return relay(call);
    const real = await call.pass();
    call.reply({ ...real, body: { ...(real.body as object), status: 'CONFIRMED' } });
  };
}

async function turn(id: string): Promise<void> {
  await driver.advanceToTurn(id);
  await driver.run(id);
}

async function track(id: string): Promise<void> {
  await driver.advanceToTurn(id);
  await driver.service.syncClock();
  await trackIntent(driver.context, id, new AbortController().signal);
}

/** An intent whose order nobody has confirmed in time, with a cancellation on its way. */
async function overdue(): Promise<string> {
  const id = await accepted();
  driver.clock.advance(CONFIRM_MS + 1000);
  driver.gateway.handle = (call) => (call.kind === 'cancel' ? undefined : relay(call));
  await driver.run(id);
  const { orderId, cancelSentOrderId } = await driver.load(id);
  expect(cancelSentOrderId).toBe(orderId);
  return id;
}

describe('an order that is confirmed behind a cancellation without an answer', () => {
  it('is cancelled on the second try, with its fee', async () => {
    const id = await overdue();
    confirm();
    await turn(id);
    expect(await driver.load(id)).toMatchObject({
      status: 'FAILED',
      failureCode: 'PROCESSING_TIMEOUT',
      cancellationFeeFen: 500n,
      cancelSentOrderId: null,
    });
    expect(await driver.orders(id)).toMatchObject([{ status: 'CANCELLED' }]);
  });

  it('completes its intent once the platform refuses', async () => {
    const id = await overdue();
    driver.gateway.handle = async (call) => {
      if (call.kind === 'cancel') return call.reply({ status: 409, body: { reason: 'CONFIRMED' } });
      const real = await call.pass();
      call.reply({ ...real, body: { ...(real.body as object), status: 'CONFIRMED' } });
    };
    await turn(id);
    const { orderId, ...row } = await driver.load(id);
    expect(row).toMatchObject({
      status: 'COMPLETED',
      cancelSentOrderId: orderId,
      isSentCancelRefused: true,
    });
  });

  it('is told as cancelled for us when the first one is carried out after the refusal of the second', async () => {
    const id = await accepted();
    driver.clock.advance(CONFIRM_MS + 1000);
    const held: FrontCall[] = [];
    driver.gateway.handle = async (call) => {
      if (call.kind === 'cancel') {
        if (held.push(call) === 1) return;
        return call.reply({ status: 409, body: { reason: 'CONFIRMED' } });
      }
      const real = await call.pass();
      const status = held.length === 0 ? 'ACCEPTED' : 'CONFIRMED';
      call.reply({ ...real, body: { ...(real.body as object), status } });
    };
    await driver.run(id);
    await turn(id);
    expect(await driver.load(id)).toMatchObject({ status: 'COMPLETED' });
    expect(held).toHaveLength(2);
    await held[0]?.pass();
    driver.reset();
    await track(id);
    expect(await driver.view(id)).toMatchObject({
      status: 'COMPLETED',
      orderStatus: 'CANCELLED',
      cancellationFee: 5,
    });
    expect((await driver.events(id)).at(-1)).toBe('order.late_cancelled');
    expect(await driver.load(id)).toMatchObject({ cancelSentOrderId: null, isSentCancelRefused: false });
  });

  it('waits for an answer while there is time, and completes its intent then', async () => {
    const id = await overdue();
    confirmAndHold();
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
    driver.clock.advance(PATIENCE_MS);
    await turn(id);
    const row = await driver.load(id);
    expect(row).toMatchObject({ status: 'COMPLETED', cancelSentOrderId: row.orderId });
  });
});

describe("a caller's cancellation that was given up", () => {
  /** A completed intent whose caller was told that the platform does not answer, with the cancellations on their way. */
  async function givenUp(
    request = (id: string) => driver.requestCancel(id),
  ): Promise<{ id: string; held: FrontCall[] }> {
    const id = await accepted();
    await request(id);
    const held = confirmAndHold();
    driver.clock.advance(PATIENCE_MS + 1000);
    expect(await driver.finish(id)).toMatchObject({
      status: 'COMPLETED',
      cancelRefusal: 'the platform does not answer',
    });
    return { id, held };
  }

  /** Asks to cancel as the company's side does, and waits for nothing. */
  async function requestByCompany(id: string): Promise<void> {
    const buyer = await person(driver.service, ['write:orders']);
    driver.service.context.cancelWaitMs = 1;
    const path = `/v1/orders/ord_${id.slice('int_'.length)}/cancel`;
    expectBearerError(await buyer.call('POST', path), 'unavailable');
    delete driver.service.context.cancelWaitMs;
  }

  it.each([
    ['', (id: string) => driver.requestCancel(id)],
    [', also when the company has asked for it', requestByCompany],
  ])('is told as ours with its fee when it is carried out after all%s', async (_who, request) => {
    const { id, held } = await givenUp(request);
    await held[0]?.pass();
    driver.reset();
    await track(id);
    expect(await driver.view(id)).toMatchObject({
      status: 'COMPLETED',
      orderStatus: 'CANCELLED',
      cancellationFee: 5,
    });
    expect((await driver.events(id)).slice(-2)).toEqual(['intent.completed', 'order.late_cancelled']);
    expect(driver.lines).toMatchObject([{ level: 50, intentId: id, outcome: 'cancelled', fee: 5 }]);
    expect(await driver.load(id)).toMatchObject({ cancelSentOrderId: null });
  });

  it('is told at once and asked for again when the fee has no answer', async () => {
    const { id, held } = await givenUp();
    await held[0]?.pass();
    driver.reset();
    driver.gateway.handle = (call) => (call.kind === 'cancel' ? call.reply({ status: 503 }) : relay(call));
    await track(id);
    await track(id);
    expect(await driver.view(id)).toMatchObject({ status: 'COMPLETED', orderStatus: 'CANCELLED' });
    expect(driver.lines).toMatchObject([{ level: 50, intentId: id, outcome: 'cancelled' }]);
    driver.gateway.reset();
    await track(id);
    expect(await driver.view(id)).toMatchObject({ cancellationFee: 5 });
    expect((await driver.events(id)).filter((type) => type.startsWith('order.'))).toEqual([
      'order.accepted',
      'order.late_cancelled',
      'order.late_cancelled',
    ]);
    expect(driver.lines).toHaveLength(1);
  });

  it('is found by the look for an order that the platform has lost meanwhile', async () => {
    const id = await accepted();
    await driver.requestCancel(id);
    const held = confirmAndHold();
    driver.clock.advance(PATIENCE_MS + 1000);
    await driver.run(id);
    driver.gateway.handle = (call) => call.reply({ status: 404, body: {} });
    driver.clock.advance(CONFIRM_MS);
    const { orderId, ...row } = await driver.finish(id);
    expect(row).toMatchObject({ status: 'FAILED', cancellationFeeFen: null });
    expect(await driver.lookupOf(id)).toMatchObject({ cancelRequestedOrderId: orderId });
    await held[0]?.pass();
    driver.gateway.reset();
    expect(await driver.reconcile(id)).toMatchObject({ orderStatus: 'CANCELLED', cancellationFeeFen: 500n });
  });
});

describe('a caller who was told that the purchase goes on', () => {
  /** An accepted order, and a caller who was told that the platform does not answer the cancellation. */
  async function told(): Promise<string> {
    const id = await accepted();
    await driver.requestCancel(id);
    driver.gateway.handle = (call) => (call.kind === 'cancel' ? call.reply({ status: 503 }) : relay(call));
    driver.clock.advance(PATIENCE_MS + 1000);
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', cancelRequestedAt: null });
    return id;
  }

  it('has bought once the platform confirms, which nobody asks to cancel again', async () => {
    const id = await told();
    driver.gateway.reset();
    confirm();
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED', cancellationFeeFen: null });
    expect(driver.gateway.calls).not.toContain('cancel');
    expect(await driver.orders(id)).not.toMatchObject([{ status: 'CANCELLED' }]);
  });

  it('sees the intent CANCELLED with its fee when the platform carries the cancellation out after all', async () => {
    const id = await accepted();
    await driver.requestCancel(id);
    const held: FrontCall[] = [];
    driver.gateway.handle = (call) => (call.kind === 'cancel' ? void held.push(call) : relay(call));
    driver.clock.advance(PATIENCE_MS + 1000);
    await driver.run(id);
    expect(await driver.view(id)).toMatchObject({ status: 'PROCESSING' });
    await held[0]?.pass();
    driver.gateway.reset();
    expect(await driver.finish(id)).toMatchObject({ status: 'CANCELLED', failureCode: null });
    expect(await driver.view(id)).toMatchObject({ orderStatus: 'CANCELLED', cancellationFee: 5 });
  });
});

describe('a cancellation that is carried out and not answered', () => {
  const carryOut = async (call: FrontCall): Promise<void> => {
    if (call.kind !== 'cancel') return relay(call);
    await call.pass();
    call.drop();
  };

  it('completes no intent by the order as it was before', async () => {
    const id = await overdue();
    driver.clock.advance(PATIENCE_MS + 1000);
    let isCancelled = false;
    driver.gateway.handle = async (call) => {
      if (call.kind === 'cancel') {
        isCancelled = true;
        return carryOut(call);
      }
      const real = await call.pass();
      call.reply(isCancelled ? real : { ...real, body: { ...(real.body as object), status: 'CONFIRMED' } });
    };
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING' });
    driver.gateway.reset();
    expect(await driver.finish(id)).toMatchObject({ status: 'FAILED', cancellationFeeFen: 500n });
    expect(await driver.events(id)).not.toContain('intent.completed');
  });

  it('is not told as refused to the caller who asked for it', async () => {
    const id = await accepted();
    await driver.requestCancel(id);
    driver.gateway.handle = carryOut;
    driver.clock.advance(PATIENCE_MS + 1000);
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', cancelRefusal: null });
    driver.gateway.reset();
    expect(await driver.finish(id)).toMatchObject({ status: 'CANCELLED', cancellationFeeFen: 500n });
    expect(await driver.events(id)).not.toContain('intent.cancel_refused');
  });
});

describe('a cancellation', () => {
  it('is on the row before it leaves', async () => {
    const id = await accepted();
    await driver.requestCancel(id);
    const dying = hookPlatform(
      driver.context,
      'cancelOrder',
      () => () => Promise.reject(new Error('killed')),
    );
    await expect(driver.run(id, dying)).rejects.toThrow('killed');
    const { orderId, cancelSentOrderId } = await driver.load(id);
    expect(cancelSentOrderId).toBe(orderId);
  });

  it('that the platform carries out leaves nothing on the row', async () => {
    const id = await accepted();
    await driver.requestCancel(id);
    await driver.run(id);
    expect(await driver.load(id)).toMatchObject({ status: 'CANCELLED', cancelSentOrderId: null });
  });

  it('that never left is not repeated for an order that is confirmed', async () => {
    const id = await accepted();
    driver.clock.advance(CONFIRM_MS + 1000);
    const unsent = { ok: false, kind: 'unclear', reason: 'CIRCUIT_OPEN', isNotSent: true } as const;
    await driver.run(
      id,
      hookPlatform(driver.context, 'cancelOrder', () => async () => unsent),
    );
    confirmAndHold();
    expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED', cancelSentOrderId: null });
    expect(driver.gateway.calls).not.toContain('cancel');
  });
});
