import { LIMITS, ROUTES } from '@procurement-intents/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentIn, orderedIntent } from '../support/intent-factory.ts';
import { storedIntent } from '../support/stored-intent.ts';
import { clock, service, useService } from '../support/use-service.ts';

// Nothing that is SUBMITTED here becomes due, so the worker only carries out cancellations.
const GRACE_MS = 86_400_000;
useService({ isWorking: true, graceMs: GRACE_MS });

const cancel = (id: string) => service.call('POST', ROUTES.cancelIntent.path.replace(':id', id));

const stateOf = (id: string) => storedIntent(service.database, id);

describe('a cancellation while PROCESSING', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    delete service.context.cancelWaitMs;
  });

  it('withdraws the order at the platform before it answers (I15)', async () => {
    const { id, orderId } = await orderedIntent(service, 'slow');
    expectSuccess(await cancel(id), 'cancelIntent');
    expect(await platformOrder(orderId)).toMatchObject({ status: 'CANCELLED' });
  });

  it('answers 50003 with the reason when the parcel has left, and the purchase goes on (I15)', async () => {
    const { id } = await orderedIntent(service, 'shipped');
    const before = await stateOf(id);
    const answer = await cancel(id);
    expectError(answer, 'CANCEL_FAILED');
    expect(answer.body.data.reason).toContain('shipped');
    const { row } = await stateOf(id);
    expect(row).toMatchObject({
      status: 'PROCESSING',
      version: before.row?.version,
      cancelRequestedAt: null,
    });
  });

  it('answers 50301 when undecided in time, stays on record, and a repeat joins it (I15)', async () => {
    service.context.cancelWaitMs = 150;
    const id = await intentIn(service, 'PROCESSING');
    // An order is on its way: until it must have arrived, nobody can say whether there is one to cancel.
    const orderInFlightUntil = new Date(clock.now().getTime() + 60_000);
    await service.database.intent.update({ where: { id }, data: { orderInFlightUntil } });
    expectError(await cancel(id), 'CANCEL_UNDECIDED');
    expectError(await cancel(id), 'CANCEL_UNDECIDED');
    const { row, events } = await stateOf(id);
    expect(row).toMatchObject({ status: 'PROCESSING', cancelRequestedAt: expect.any(Date) });
    expect(events.filter(({ type }) => type === 'intent.cancel_requested')).toHaveLength(1);

    clock.advance(61_000);
    service.context.cancelWaitMs = LIMITS.cancelWaitMs;
    expectSuccess(await cancel(id), 'cancelIntent');
  });

  it('waits 20 s for the platform unless told otherwise (I15)', async () => {
    const id = await intentIn(service, 'PROCESSING');
    await service.database.intent.update({
      where: { id },
      data: { orderInFlightUntil: new Date(clock.now().getTime() + 60_000) },
    });
    let passedMs = 0;
    const real = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => real() + passedMs);
    let isAnswered = false;
    const answer = cancel(id).finally(() => (isAnswered = true));
    await vi.waitFor(async () => expect((await stateOf(id)).row?.cancelRequestedAt).not.toBeNull());
    passedMs = LIMITS.cancelWaitMs - 2000;
    const looks = vi.spyOn(service.context.intents, 'find');
    await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(2));
    expect(isAnswered).toBe(false);
    passedMs = LIMITS.cancelWaitMs;
    expectError(await answer, 'CANCEL_UNDECIDED');
  });
});

async function platformOrder(orderId: string) {
  const result = await service.context.platforms.get('PLATFORM_A')?.getOrder(orderId, { timeoutMs: 2000 });
  return result?.ok === true ? result.order : result;
}
