import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { fakeTime } from '../test/fake-time.ts';
import { ApiError, ConnectionError, TimeoutError } from './errors.ts';
import type { FailureCode, Intent, IntentStatus } from './generated/types.ts';
import type { Intents } from './intents.ts';
import { waitForIntent, type Read } from './wait-for-intent.ts';

fakeTime();

const intent = (status: IntentStatus, version = 1) => ({ id: 'int_1', status, version }) as Intent;
const outage = new ConnectionError('getIntent: fetch failed', { operation: 'getIntent', attempts: 1 });
const notFound = new ApiError({
  name: 'INTENT_NOT_FOUND',
  docUrl: '',
  operation: 'getIntent',
  status: 404,
  code: 40401,
  message: '',
  data: null,
  requestId: null,
  attempts: 1,
  retryAt: null,
});

/** Reads that return `steps` in turn, the last one for ever. */
function reading(...steps: (Intent | Error)[]) {
  let count = 0;
  return vi.fn<Read>(async () => {
    const step = steps[Math.min(count++, steps.length - 1)];
    if (step instanceof Error) throw step;
    return step as Intent;
  });
}

/** Settles `promise` while fake time runs. */
async function settle<T>(promise: Promise<T>, withinMs = 600_000): Promise<T> {
  const settled = promise.then(
    (value) => ({ ok: true as const, value }),
    (error: unknown) => ({ ok: false as const, error }),
  );
  await vi.advanceTimersByTimeAsync(withinMs);
  const outcome = await settled;
  if (!outcome.ok) throw outcome.error;
  return outcome.value;
}

describe('waiting for an intent', () => {
  it.each<IntentStatus>(['COMPLETED', 'FAILED', 'CANCELLED'])('ends with %s', async (status) => {
    const read = reading(intent('SUBMITTED'), intent('PROCESSING', 2), intent(status, 3));
    expect(await settle(waitForIntent(read, 'int_1'))).toEqual(intent(status, 3));
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('ends with a requested status', async () => {
    const read = reading(intent('SUBMITTED'), intent('PROCESSING', 2));
    expect(await settle(waitForIntent(read, 'int_1', { until: ['PROCESSING'] }))).toMatchObject({
      version: 2,
    });
  });

  it('does not wait for a status that can no longer occur', async () => {
    const read = reading(intent('FAILED'));
    expect(await settle(waitForIntent(read, 'int_1', { until: ['PROCESSING'] }), 1)).toMatchObject({
      status: 'FAILED',
    });
  });

  it('reports each version once', async () => {
    const steps = [intent('SUBMITTED'), intent('SUBMITTED'), intent('PROCESSING', 2), intent('COMPLETED', 3)];
    const seen: number[] = [];
    await settle(
      waitForIntent(reading(...steps), 'int_1', { onChange: ({ version }) => seen.push(version) }),
    );
    expect(seen).toEqual([1, 2, 3]);
  });

  it('continues after an outage', async () => {
    const read = reading(outage, intent('PROCESSING'), outage, outage, intent('COMPLETED', 2));
    expect(await settle(waitForIntent(read, 'int_1'))).toMatchObject({ status: 'COMPLETED' });
  });

  it('throws an error that waiting cannot fix', async () => {
    await expect(settle(waitForIntent(reading(notFound), 'int_1'), 1)).rejects.toBe(notFound);
    const bug = new TypeError('id must be an id');
    await expect(settle(waitForIntent(reading(bug), ''), 1)).rejects.toBe(bug);
  });

  it('reads less and less often while nothing changes', async () => {
    const read = reading(intent('PROCESSING'));
    const waiting = waitForIntent(read, 'int_1', { timeoutMs: 120_000 });
    waiting.catch(() => {});
    await vi.advanceTimersByTimeAsync(2_000);
    expect(read.mock.calls.length).toBeGreaterThanOrEqual(2);
    const before = read.mock.calls.length;
    await vi.advanceTimersByTimeAsync(58_000);
    expect(read.mock.calls.length - before).toBeLessThanOrEqual(20);
    await expect(settle(waiting)).rejects.toBeInstanceOf(TimeoutError);
  });

  it('reads often again after a change', async () => {
    let version = 1;
    const read = vi.fn<Read>(() => Promise.resolve(intent('PROCESSING', version)));
    const waiting = waitForIntent(read, 'int_1', { timeoutMs: 90_000 });
    waiting.catch(() => {});
    await vi.advanceTimersByTimeAsync(60_000);
    version = 2;
    const before = read.mock.calls.length;
    // At the longest interval, one read in 4 to 6 s, there would be three reads.
    await vi.advanceTimersByTimeAsync(10_000);
    expect(read.mock.calls.length - before).toBeGreaterThanOrEqual(4);
    await expect(settle(waiting)).rejects.toBeInstanceOf(TimeoutError);
  });
});

describe('giving up', () => {
  it('reports the status of the intent when the time is over', async () => {
    const waiting = waitForIntent(reading(intent('PROCESSING')), 'int_1', { timeoutMs: 3_000 });
    await expect(settle(waiting)).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'waitFor: the intent int_1 is still PROCESSING',
    });
  });

  it('has the reason when the intent was never read', async () => {
    const waiting = waitForIntent(reading(outage), 'int_1', { timeoutMs: 3_000 });
    await expect(settle(waiting)).rejects.toMatchObject({
      message: 'waitFor: the intent int_1 was never read',
      cause: outage,
    });
  });

  it('aborts the current read when its time is over', async () => {
    const read = vi.fn<Read>((_, { signal }) => {
      return new Promise<Intent>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
    });
    await expect(settle(waitForIntent(read, 'int_1', { timeoutMs: 3_000 }))).rejects.toBeInstanceOf(
      TimeoutError,
    );
  });

  it('throws the reason of the signal, also between two reads', async () => {
    const caller = new AbortController();
    const reason = new Error('the page was left');
    const waiting = waitForIntent(reading(intent('PROCESSING')), 'int_1', { signal: caller.signal });
    waiting.catch(() => {});
    await vi.advanceTimersByTimeAsync(10);
    caller.abort(reason);
    await expect(settle(waiting, 1)).rejects.toBe(reason);
  });
});

describe('the result of a wait', () => {
  type Waited<S extends IntentStatus = never> = Awaited<ReturnType<typeof waitForIntent<S>>>;

  it('is narrowed by its status', () => {
    const tell = (ended: Waited) => {
      switch (ended.status) {
        case 'COMPLETED':
          return ended.completedAt;
        case 'FAILED':
          expectTypeOf(ended.failureCode).toEqualTypeOf<FailureCode>();
          return ended.failureReason;
        case 'CANCELLED':
          return ended.cancelledAt;
        default:
          return ended satisfies never;
      }
    };
    expect(tell({ ...intent('FAILED'), failureReason: 'OUT_OF_STOCK: sold out' } as Waited)).toBe(
      'OUT_OF_STOCK: sold out',
    );
  });

  it('has a requested or a final status', () => {
    expectTypeOf<Waited['status']>().toEqualTypeOf<'COMPLETED' | 'FAILED' | 'CANCELLED'>();
    expectTypeOf<Waited<'PROCESSING'>['status']>().toEqualTypeOf<
      'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
    >();
    const wait = (intents: Intents) => intents.waitFor('int_1', { until: ['PROCESSING'] });
    expectTypeOf<Awaited<ReturnType<typeof wait>>>().toEqualTypeOf<Waited<'PROCESSING'>>();
    const create = (intents: Intents) => intents.createAndWait({} as never);
    expectTypeOf<Awaited<ReturnType<typeof create>>>().toEqualTypeOf<Waited>();
  });
});
