import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProcurementIntents } from '../index.ts';
import { createTestService } from './index.ts';

// Fake timers run ahead of real time. A call that needed any real time, such as another thread, would end by a time
// limit instead of its answer.

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether the promise settles before the event loop goes on: promises alone lead to its end. */
async function settlesAtOnce(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  const settle = () => void (isSettled = true);
  promise.then(settle, settle);
  for (let step = 0; step < 5_000 && !isSettled; step += 1) await Promise.resolve();
  return isSettled;
}

const originalFetch = globalThis.fetch;
afterEach(() => void (globalThis.fetch = originalFetch));

it('lets 700 creates at once end with 700 intents, however long they queue', async () => {
  const service = createTestService();
  const client = service.client();
  const created = Promise.all(Array.from({ length: 700 }, () => client.intents.create(service.order())));
  await vi.advanceTimersByTimeAsync(90_000);
  expect(new Set((await created).map(({ id }) => id)).size).toBe(700);
  expect(service.intents()).toHaveLength(700);
});

it('has the results of waits when the time is 10 s further than the purchase takes', async () => {
  const service = createTestService();
  service.purchases.complete({}, { afterMs: 120_000 });
  const { intents } = service.client();
  const { id } = await intents.create(service.order());
  const waits = Promise.all(Array.from({ length: 50 }, () => intents.waitFor(id)));
  await vi.advanceTimersByTimeAsync(130_000);
  expect(new Set((await waits).map(({ status }) => status))).toEqual(new Set(['COMPLETED']));
});

describe.each([
  ["the service's client", 'client'],
  ['a client with the fetch of the service', 'fetch'],
  ['a client with the global fetch', 'global'],
])('%s', (_, kind) => {
  const open = () => {
    const service = createTestService();
    const { appId, appSecret } = service.app;
    const options = { baseUrl: `https://${kind}.example`, appId, appSecret };
    if (kind === 'global') globalThis.fetch = service.fetch as typeof fetch;
    const own = () =>
      new ProcurementIntents({ ...options, ...(kind === 'fetch' && { fetch: service.fetch }) });
    return { service, client: kind === 'client' ? service.client() : own() };
  };

  it('has its answer without another thread and without a timer', async () => {
    const { service, client } = open();
    const created = client.intents.create(service.order());
    expect(await settlesAtOnce(created)).toBe(true);
    const refused = client.intents.get('int_1');
    expect(await settlesAtOnce(refused)).toBe(true);
    await expect(refused).rejects.toMatchObject({ name: 'INTENT_NOT_FOUND' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits by fake time alone', async () => {
    const { service, client } = open();
    service.purchases.complete({}, { afterMs: 60_000 });
    const bought = client.intents.createAndWait(service.order());
    await vi.advanceTimersByTimeAsync(70_000);
    expect((await bought).status).toBe('COMPLETED');
    expect(service.requests.length).toBeGreaterThan(5);
  });

  it('reports an outage when all timers run', async () => {
    const { service, client } = open();
    service.fail('*', { drop: 'request' }, { times: 100 });
    const failed = client.intents.get('int_1').catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await failed).toMatchObject({ name: 'ConnectionError', attempts: 6 });
  });
});
