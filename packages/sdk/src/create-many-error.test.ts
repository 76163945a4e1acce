import { expect, it, vi } from 'vitest';
import { fakeTime } from '../test/fake-time.ts';
import { ConnectionError, createMany, CreateManyError, isApiError, type BatchItem } from './index.ts';
import { createTestService } from './testing/index.ts';

const ORDER: BatchItem = {
  userId: 'user_1',
  platform: 'PLATFORM_A',
  productUrl: 'https://item.shop-a.example/1',
  title: '无线鼠标',
  price: 199,
  quantity: 1,
  recipientName: '张三',
  address: '北京市朝阳区建国路 88 号',
  phone: '13800138000',
};
const ordersOf = (length: number, make: (index: number) => Partial<BatchItem> = () => ({})) =>
  Array.from({ length }, (_, index) => ({ ...ORDER, ...make(index) }));

fakeTime();

/** As the error has it, an hour later or in another process. */
const restOf = (error: CreateManyError, orders: readonly BatchItem[]) =>
  error.items
    .filter(({ intent }) => !intent)
    .map(({ index, idempotencyKey }) => ({ ...(orders[index] as BatchItem), idempotencyKey }));
const endOf = async (call: Promise<unknown>): Promise<unknown> => {
  const end = call.then(
    () => 'no error',
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(100_000);
  return end;
};
const endedOf = async (call: Promise<unknown>): Promise<CreateManyError> => {
  const error = await endOf(call);
  expect(error).toBeInstanceOf(CreateManyError);
  return error as CreateManyError;
};
const countOf = ({ items }: CreateManyError) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(items, ({ status }) => status)).map(([name, { length }]) => [name, length]),
  );

it.each(['request', 'answer'] as const)(
  'says what became of each, and goes on where it stopped when each %s is lost',
  async (drop) => {
    const service = createTestService();
    const client = service.client();
    const orders = ordersOf(350, (index) => ({
      ...service.order(),
      userId: `user_${index}`,
      ...(index === 30 && { quantity: 0 }),
    }));
    let calls = 0;
    const failing = service.client({
      maxRetries: 2,
      // The first two calls are answered; then the service cannot be reached.
      onAttempt: () => {
        calls += 1;
        if (calls === 3) service.fail('createIntents', { drop }, { times: 3 });
        return undefined;
      },
    });
    const error = await endedOf(createMany(failing, orders));
    expect(error).toMatchObject({
      name: 'CreateManyError',
      message: expect.stringMatching(/^150 of 350 purchases are pending: createIntents: /),
      operation: 'createIntents',
      attempts: 5,
      retryable: true,
      retryAt: null,
    });
    expect(error.cause).toBeInstanceOf(ConnectionError);
    expect(error.items.map(({ index }) => index)).toEqual(orders.map((_, index) => index));
    expect(error.items.map(({ intent, error: refusal }) => intent?.userId ?? refusal?.name)).toEqual(
      orders.map(({ userId }, index) =>
        index === 30 ? 'VALIDATION_FAILED' : index < 200 ? userId : undefined,
      ),
    );
    const rest = createMany(client, restOf(error, orders));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await rest).toMatchObject(
      drop === 'answer'
        ? { created: 50, replayed: 100, failed: 1 }
        : { created: 150, replayed: 0, failed: 1 },
    );
    expect(service.intents()).toHaveLength(349);
  },
);

it('has when to go on, from the refusal that is its cause', async () => {
  const service = createTestService();
  service.fail('createIntents', { error: 'UNAVAILABLE', retryAfterSeconds: 90 });
  const error = await endedOf(createMany(service.client(), [service.order()]));
  expect(error.retryAt).toBeInstanceOf(Date);
  expect(error.retryAt).toEqual((error.cause as CreateManyError).retryAt);
  expect(countOf(error)).toEqual({ pending: 1 });
});

it('is not retryable when its cause is not', async () => {
  const service = createTestService();
  const error = await endedOf(createMany(service.client({ appSecret: 'another' }), ordersOf(2)));
  expect(error).toMatchObject({ retryable: false, attempts: 1 });
  expect(isApiError(error.cause, 'SIGNATURE_INVALID')).toBe(true);
  expect(isApiError(error)).toBe(false);
});

it('keeps the keys of what is under way when its signal aborts, whatever the reason', async () => {
  for (const reason of [new Error('stopping'), 'stopping', null]) {
    const service = createTestService();
    const stopping = new AbortController();
    let calls = 0;
    const onAttempt = () => {
      calls += 1;
      if (calls === 2) stopping.abort(reason);
    };
    const orders = ordersOf(250, () => service.order());
    const call = createMany(service.client({ onAttempt }), orders, { signal: stopping.signal });
    const error = await endedOf(call);
    expect(error).toMatchObject({ retryable: true, retryAt: null, attempts: 2 });
    expect(error.cause).toBe(reason);
    expect(countOf(error)).toEqual({ created: 100, pending: 150 });
    const rest = createMany(service.client(), restOf(error, orders));
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await rest).failed).toBe(0);
    expect(service.intents()).toHaveLength(250);
  }
});

it('is one for which nothing was sent, too, but not for a signal or an option that ends it before', async () => {
  const service = createTestService();
  const client = service.client();
  const waiting = Promise.all(Array.from({ length: 5 }, () => createMany(client, ordersOf(100))));
  const late = createMany(client, ordersOf(1), { queueTimeoutMs: 1_000 });
  expect(await endedOf(late)).toMatchObject({ attempts: 0, cause: { name: 'TimeoutError' } });
  await waiting;
  const reason = new Error('stopping');
  const signal = AbortSignal.abort(reason);
  expect(await endOf(createMany(client, ordersOf(1), { signal }))).toBe(reason);
  expect(await endOf(createMany(client, ordersOf(1), { timeoutMs: -1 }))).toBeInstanceOf(TypeError);
});

it('holds nothing of what was ordered', async () => {
  const service = createTestService();
  service.fail('createIntents', { error: 'UNAVAILABLE' }, { times: 10 });
  const error = await endedOf(createMany(service.client(), ordersOf(3)));
  const text = JSON.stringify([error, error.message, String(error.cause)]);
  for (const value of [ORDER.address, ORDER.phone, ORDER.recipientName]) expect(text).not.toContain(value);
});
