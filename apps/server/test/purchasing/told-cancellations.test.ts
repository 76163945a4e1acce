import { describe, expect, it } from 'vitest';
import { type FrontCall, relay } from '../support/front-gateway.ts';
import { driver } from '../support/use-purchase-driver.ts';
import { accepted, confirm, overdue, PATIENCE_MS, useCancellations } from './use-cancellations.ts';

// What a caller was told of a cancellation, and what the platform does with it.
useCancellations();

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
