import { describe, expect, it } from 'vitest';
import { expectBearerError } from '../support/bearer.ts';
import { person } from '../procurement/support.ts';
import { type FrontCall, relay } from '../support/front-gateway.ts';
import { hookPlatform } from '../support/purchase-driver.ts';
import { driver } from '../support/use-purchase-driver.ts';
import {
  accepted,
  CONFIRM_MS,
  confirm,
  confirmAndHold,
  overdue,
  PATIENCE_MS,
  track,
  turn,
  useCancellations,
} from './use-cancellations.ts';

useCancellations();

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
