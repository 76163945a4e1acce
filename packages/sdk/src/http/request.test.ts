import { getEventListeners } from 'node:events';
import { EXAMPLE_PURCHASE as BODY } from '@procurement-intents/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answer,
  breakOff,
  createClient,
  expectSigned,
  hang,
  ok,
  refuse,
  stall,
  startService,
  type Received,
  type Reply,
} from '../../test/start-service.ts';
import type { Fetch } from '../runtime-types.ts';
import { ConnectionError, TimeoutError } from '../errors.ts';

// Back-off without delay; retry.test.ts tests the delays.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => {
  vi.restoreAllMocks();
});

const CREATED = { id: 'int_1', status: 'SUBMITTED' };

/** The error of a promise, and how long it took. */
async function failure(promise: Promise<unknown>) {
  const startedAt = performance.now();
  const error: unknown = await promise.then(
    () => null,
    (each: unknown) => each,
  );
  return { error, tookMs: performance.now() - startedAt };
}

/** Refuses by rate limit until the given second begins. */
function limitUntil(resetSecond: number, extra: Record<string, string> = {}): Reply {
  return refuse('RATE_LIMITED', { headers: { 'x-ratelimit-reset': String(resetSecond), ...extra } });
}

const halfAnAnswer: Reply = (request, response) => {
  response.writeHead(200, { 'content-length': '99' });
  response.write('{"code":', () => request.socket.destroy());
};

describe('a signature that was used before', () => {
  it('is replaced once by that of a later timestamp, under the same key', async () => {
    const service = await startService(refuse('SIGNATURE_REUSED'), ok(CREATED, 201));
    expect(await createClient(service.baseUrl).intents.create(BODY)).toEqual(CREATED);
    const [first, second] = service.received as [Received, Received];
    expect(service.received).toHaveLength(2);
    expectSigned(second);
    expect(Number(second.headers['x-timestamp'])).toBeGreaterThan(Number(first.headers['x-timestamp']));
    expect(second.headers['x-signature']).not.toBe(first.headers['x-signature']);
    expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key']);
    expect(second.body).toBe(first.body);
  });

  it('ends the call when it is refused again, however long the call has lasted', async () => {
    const service = await startService(
      refuse('SIGNATURE_REUSED'),
      refuse('UNAVAILABLE', { headers: { 'retry-after': '0' } }),
      refuse('SIGNATURE_REUSED'),
    );
    await expect(createClient(service.baseUrl).intents.create(BODY)).rejects.toMatchObject({
      name: 'SIGNATURE_REUSED',
      code: 40901,
      data: null,
      retryable: false,
      attempts: 3,
    });
    expect(service.received).toHaveLength(3);
  });

  it('is replaced within the time of the call', async () => {
    const service = await startService(refuse('SIGNATURE_REUSED'), hang);
    const call = createClient(service.baseUrl).intents.create(BODY, { timeoutMs: 200 });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError', attempts: 2 });
  });

  it('does not hide another create under a known key, which stays refused and names its intent', async () => {
    const data = { id: 'int_1' };
    const service = await startService(refuse('IDEMPOTENCY_KEY_REUSED', { data }));
    const call = createClient(service.baseUrl).intents.create(BODY, { idempotencyKey: 'order-1' });
    await expect(call).rejects.toMatchObject({ name: 'IDEMPOTENCY_KEY_REUSED', data, attempts: 1 });
  });
});

describe('a rate limit', () => {
  it('delays the call until the reset, then sends it with a new timestamp, a new signature and the same key', async () => {
    const resetSecond = Math.ceil(Date.now() / 1_000) + 1;
    const service = await startService(limitUntil(resetSecond), ok(CREATED, 201));
    expect(await createClient(service.baseUrl).intents.create(BODY)).toEqual(CREATED);
    const [first, second] = service.received as [Received, Received];
    expect(service.received).toHaveLength(2);
    expect(second.atMs).toBeGreaterThanOrEqual(resetSecond * 1_000);
    // The service reports whole seconds, so its second may end up to one second earlier.
    expect(second.atMs).toBeLessThan(resetSecond * 1_000 + 1_400);
    expect(Number(second.headers['x-timestamp'])).toBeGreaterThanOrEqual(resetSecond * 1_000);
    expect(second.headers['x-signature']).not.toBe(first.headers['x-signature']);
    expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key']);
    expect(second.body).toBe(first.body);
    for (const received of service.received) expectSigned(received);
  });

  it('is reported at once when its end is after the deadline of the call', async () => {
    const service = await startService(refuse('RATE_LIMITED', { headers: { 'retry-after': '70' } }));
    const { error, tookMs } = await failure(
      createClient(service.baseUrl, { timeoutMs: 10_000 }).intents.get('int_1'),
    );
    expect(error).toMatchObject({ name: 'RATE_LIMITED', retryable: true, attempts: 1 });
    const inMs = (error as { retryAt: Date }).retryAt.getTime() - Date.now();
    expect(inMs).toBeGreaterThan(65_000);
    expect(inMs).toBeLessThanOrEqual(70_000);
    expect(tookMs).toBeLessThan(1_000);
    expect(service.received).toHaveLength(1);
  });
});

describe('an unclear outcome', () => {
  it.each<[string, Reply]>([
    ['a lost answer', breakOff],
    ['an internal error', refuse('INTERNAL')],
    ['a service that is away', refuse('UNAVAILABLE')],
    ["a proxy's error page", answer(502, '<html>Bad Gateway</html>')],
    ['half an answer', halfAnAnswer],
  ])('of a create, %s, is resolved by sending the same purchase again', async (_, reply) => {
    const service = await startService(reply, ok(CREATED, 201));
    expect(await createClient(service.baseUrl).intents.create(BODY)).toEqual(CREATED);
    const [first, second] = service.received as [Received, Received];
    expect(service.received).toHaveLength(2);
    expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key']);
    expect(second.body).toBe(first.body);
    expectSigned(second);
  });

  it('that lasts is reported after six attempts, with their number', async () => {
    let calls = 0;
    const fetch: Fetch = () => {
      calls += 1;
      return Promise.resolve(new Response('', { status: 503, headers: { 'retry-after': '0' } }));
    };
    const { error } = await failure(createClient('https://api.example', { fetch }).intents.get('int_1'));
    expect(error).toMatchObject({ name: 'UNKNOWN', status: 503, attempts: 6, retryable: true });
    expect(calls).toBe(6);
  });
});

it.each<[string, Reply]>([
  ['a refusal', refuse('VALIDATION_FAILED', { data: { errors: [] } })],
  ['a wrong signature', refuse('SIGNATURE_INVALID')],
  ["a portal's page", answer(200, '<html>Sign in</html>')],
])('does not retry what a retry cannot fix: %s', async (_, reply) => {
  const service = await startService(reply);
  const { error } = await failure(createClient(service.baseUrl).intents.create(BODY));
  expect(error).toMatchObject({ attempts: 1, retryable: false });
  expect(service.received).toHaveLength(1);
});

describe('the time of a call', () => {
  it.each<[string, Reply]>([
    ['no answer', hang],
    ['half a body', stall],
  ])('covers %s', async (_, reply) => {
    const service = await startService(reply);
    const call = createClient(service.baseUrl).intents.get('int_1', { timeoutMs: 150 });
    const { error, tookMs } = await failure(call);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      message: 'getIntent: not done within 150 ms',
      attempts: 1,
      retryable: true,
    });
    expect(tookMs).toBeGreaterThan(140);
    expect(tookMs).toBeLessThan(1_000);
  });

  it('keeps the last error as its cause', async () => {
    const service = await startService(breakOff, hang);
    const call = createClient(service.baseUrl).intents.get('int_1', { timeoutMs: 300 });
    const { error } = await failure(call);
    expect(error).toMatchObject({ name: 'TimeoutError', attempts: 2 });
    expect((error as Error).cause).toBeInstanceOf(ConnectionError);
  });

  it.each([0, -1, Number.NaN])('cannot be %s ms', async (timeoutMs) => {
    const service = await startService(ok(null));
    const { error } = await failure(createClient(service.baseUrl).intents.get('int_1', { timeoutMs }));
    expect(error).toBeInstanceOf(TypeError);
    expect(service.received).toHaveLength(0);
  });
});

describe('aborting', () => {
  const reason = new Error('the page was left');

  it('sends nothing when the signal aborted before the call', async () => {
    const service = await startService(ok(null));
    const call = createClient(service.baseUrl).intents.get('int_1', { signal: AbortSignal.abort(reason) });
    expect((await failure(call)).error).toBe(reason);
    expect(service.received).toHaveLength(0);
  });

  it.each<[string, Reply, hasHeaders: boolean]>([
    ['the answer', hang, false],
    ['the body', stall, true],
  ])('ends the wait for %s at once with the given reason', async (_, reply, hasHeaders) => {
    const service = await startService(reply);
    const caller = new AbortController();
    let isAnswering = false;
    const fetch: Fetch = async (...request) => {
      const response = await globalThis.fetch(...request);
      isAnswering = true;
      return response;
    };
    const { intents } = createClient(service.baseUrl, { fetch });
    const call = failure(intents.create(BODY, { signal: caller.signal }));
    await vi.waitFor(() => expect([service.received.length, isAnswering]).toEqual([1, hasHeaders]));
    const abortedAt = performance.now();
    caller.abort(reason);
    expect((await call).error).toBe(reason);
    expect(performance.now() - abortedAt).toBeLessThan(100);
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
    expect(service.received).toHaveLength(1);
  });

  it('throws the reason, whatever error fetch throws', async () => {
    const caller = new AbortController();
    const fetch: Fetch = () => {
      caller.abort(reason);
      return Promise.reject(new Error('cancelled by the adapter'));
    };
    const call = createClient('https://api.example', { fetch }).intents.get('int_1', {
      signal: caller.signal,
    });
    expect((await failure(call)).error).toBe(reason);
  });
});

it('leaves no unhandled rejection of an abandoned attempt', async () => {
  const unhandled = vi.fn<(error: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  const service = await startService(hang);
  const caller = new AbortController();
  const call = failure(createClient(service.baseUrl).intents.get('int_1', { signal: caller.signal }));
  await vi.waitFor(() => expect(service.received).toHaveLength(1));
  caller.abort(new Error('the page was left'));
  await call;
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
