import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EXAMPLE_PURCHASE as BODY } from '@procurement-intents/contract';
import { ApiError, type AttemptEnd, type AttemptStart, type CallOptions, type OnAttempt } from '../index.ts';
import { breakOff, createClient, hang, ok, refuse, startService } from '../../test/start-service.ts';

// Back-off without delay; retry.test.ts tests the delays.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => {
  vi.restoreAllMocks();
});

const errorOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
const CREATED = { id: 'int_1', status: 'SUBMITTED' };

describe('withResponse', () => {
  it('gives the data, the request id and the headers', async () => {
    const service = await startService((_, response) => {
      response.writeHead(201, {
        'x-request-id': 'req_7',
        'idempotency-replayed': 'true',
        etag: '"3"',
      });
      response.end(JSON.stringify({ code: 0, message: '', data: CREATED }));
    });
    const { data, requestId, headers, isReplayed } = await createClient(service.baseUrl)
      .intents.create(BODY)
      .withResponse();
    expect({ data, requestId, isReplayed }).toEqual({ data: CREATED, requestId: 'req_7', isReplayed: true });
    expect(headers.get('ETag')).toBe('"3"');
    expect(service.received).toHaveLength(1);
  });

  it('is there for every call, and a first intent is no replay', async () => {
    const service = await startService(ok({ items: [], id: 'int_1' }));
    const { intents, events, webhooks, ...client } = createClient(service.baseUrl);
    const { health } = createClient(service.baseUrl);
    expect(client).toEqual({});
    expect(health).toBeTypeOf('function');
    const calls = [
      intents.create(BODY),
      intents.get('int_1'),
      intents.list(),
      intents.update('int_1', { quantity: 2 }),
      intents.cancel('int_1'),
      intents.submit('int_1'),
      intents.events('int_1'),
      intents.delete('int_1'),
      events.list(),
      webhooks.list(),
      createClient(service.baseUrl).health(),
    ];
    for (const call of calls) {
      expect(await call.withResponse()).toMatchObject({ requestId: 'req_test', isReplayed: false });
    }
  });

  it('has the error of the call, and leaves none unhandled', async () => {
    const unhandled = vi.fn<() => void>();
    process.on('unhandledRejection', unhandled);
    const service = await startService(refuse('INTENT_NOT_FOUND'));
    const error = await errorOf(createClient(service.baseUrl).intents.get('int_1').withResponse());
    expect(error).toMatchObject({ name: 'INTENT_NOT_FOUND' });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('onAttempt', () => {
  function record() {
    const seen: (AttemptStart | AttemptEnd)[] = [];
    const onAttempt: OnAttempt = (start) => {
      seen.push(start);
      return (end) => seen.push(end);
    };
    return { seen, onAttempt };
  }

  it('tells each attempt before and after it, with the reason of the wait', async () => {
    const { seen, onAttempt } = record();
    const service = await startService(refuse('UNAVAILABLE'), breakOff, ok(CREATED, 201));
    const client = createClient(service.baseUrl, { onAttempt });
    await client.intents.create(BODY, { idempotencyKey: 'order-1' });
    const call = {
      operation: 'createIntent',
      idempotencyKey: 'order-1',
      waitMs: expect.any(Number) as number,
    };
    const durationMs = expect.any(Number) as number;
    expect(seen).toEqual([
      { ...call, attempt: 1, reason: 'queue' },
      { status: 503, requestId: 'req_test', error: 'UNAVAILABLE', durationMs },
      { ...call, attempt: 2, reason: 'UNAVAILABLE' },
      { status: null, requestId: null, error: 'ConnectionError', durationMs },
      { ...call, attempt: 3, reason: 'ConnectionError' },
      { status: 201, requestId: 'req_test', error: null, durationMs },
    ]);
  });

  it.each<[string, CallOptions]>([
    ['TimeoutError', { timeoutMs: 50 }],
    ['AbortError', { signal: AbortSignal.abort() }],
    ['AbortError', { signal: AbortSignal.abort('the user has left') }],
  ])('ends with %s as well', async (error, { timeoutMs, signal }) => {
    const { seen, onAttempt } = record();
    const controller = new AbortController();
    const service = await startService((request, response) => {
      hang(request, response);
      if (signal) controller.abort(signal.reason);
    });
    const { intents } = createClient(service.baseUrl, { onAttempt });
    await errorOf(intents.get('int_1', { timeoutMs, signal: controller.signal }));
    expect(seen).toHaveLength(2);
    expect(seen[0]).toMatchObject({ operation: 'getIntent', intentId: 'int_1' });
    expect(seen[1]).toMatchObject({ status: null, error });
  });

  it('ends no call by an error of its own', async () => {
    const service = await startService(ok(CREATED, 201));
    const failing: OnAttempt[] = [
      () => {
        throw new Error('before');
      },
      () => () => {
        throw new Error('after');
      },
    ];
    for (const onAttempt of failing) {
      expect(await createClient(service.baseUrl, { onAttempt }).intents.create(BODY)).toEqual(CREATED);
    }
  });
});

describe('maxRetries', () => {
  it.each([
    [0, 1],
    [2, 3],
  ])('%i sends at most %i requests', async (maxRetries, requests) => {
    for (const reply of [refuse('UNAVAILABLE'), refuse('TIMESTAMP_INVALID'), refuse('SIGNATURE_REUSED')]) {
      const service = await startService(reply);
      const own = createClient(service.baseUrl, { maxRetries }).intents;
      expect(await errorOf(own.create(BODY))).toBeInstanceOf(ApiError);
      expect(service.received.length).toBeLessThanOrEqual(requests);
      const before = service.received.length;
      await errorOf(createClient(service.baseUrl).intents.create(BODY, { maxRetries }));
      expect(service.received.length - before).toBeLessThanOrEqual(requests);
    }
  });

  it('bounds the repeats after a 429, which time alone bounds otherwise', async () => {
    const service = await startService(refuse('RATE_LIMITED'), refuse('RATE_LIMITED'), ok(CREATED));
    const { intents } = createClient(service.baseUrl);
    expect(await errorOf(intents.get('int_1', { maxRetries: 1 }))).toMatchObject({
      name: 'RATE_LIMITED',
      attempts: 2,
    });
    expect(service.received).toHaveLength(2);
  });
});

describe('an unknown option of a create', () => {
  it('says what belongs there when a key stands in its place', async () => {
    const { intents } = createClient('http://127.0.0.1:9');
    await expect(intents.create(BODY, 'order-1' as never)).rejects.toThrow(
      'options must be an object, such as { idempotencyKey: … }',
    );
  });

  it.each([
    [
      'idempotencykey',
      'unknown option idempotencykey, did you mean idempotencyKey? known are idempotencyKey, ',
    ],
    ['key', 'unknown option key: known are idempotencyKey, '],
  ])('is refused before anything is sent: %s', async (name, message) => {
    const service = await startService(ok(CREATED, 201));
    const { intents } = createClient(service.baseUrl);
    for (const call of [
      intents.create(BODY, { [name]: 'order-1' }),
      intents.createAndWait(BODY, { until: ['SUBMITTED'], onChange: () => {}, [name]: 'order-1' }),
    ]) {
      await expect(call).rejects.toThrow(TypeError);
      await expect(call).rejects.toThrow(message);
    }
    expect(service.received).toHaveLength(0);
  });
});

describe('the headers of a request', () => {
  it('name the request of a create that is waited for, and of nothing else', async () => {
    const service = await startService(
      refuse('UNAVAILABLE'),
      ok(CREATED, 201),
      ok({ ...CREATED, version: 1 }),
    );
    const { intents } = createClient(service.baseUrl);
    await intents.createAndWait(BODY, { until: ['SUBMITTED'], requestId: 'cart:78', maxRetries: 1 });
    const ids = service.received.map(({ headers }) => headers['x-request-id']);
    expect(ids).toEqual(['cart:78', 'cart:78', undefined]);
  });

  it('name the language, the client and the request', async () => {
    const service = await startService(refuse('UNAVAILABLE'), ok(CREATED));
    await createClient(service.baseUrl).intents.get('int_1', { requestId: 'cart:77' });
    await createClient(service.baseUrl, { language: 'en' }).intents.get('int_1');
    const [first, second, english] = service.received.map(({ headers }) => headers);
    expect(first).toMatchObject({
      'accept-language': 'zh',
      'user-agent': `procurement-intents-sdk/source node/${process.versions.node}`,
      'x-request-id': 'cart:77',
    });
    expect(second?.['x-request-id']).toBe('cart:77');
    expect(english).toMatchObject({ 'accept-language': 'en' });
    expect(english).not.toHaveProperty('x-request-id');
  });

  it.each(['', 'a b', 'x'.repeat(129), 'a\r\nb'])('refuse the request id %j', async (requestId) => {
    const service = await startService(ok(CREATED));
    const call = createClient(service.baseUrl).intents.get('int_1', { requestId });
    await expect(call).rejects.toThrow(TypeError);
    expect(service.received).toHaveLength(0);
  });
});

describe('an error', () => {
  it('names the operation, the intent, the generated key and the page about it', async () => {
    const service = await startService(refuse('INTENT_NOT_FOUND'));
    const { intents } = createClient(`${service.baseUrl}/gateway`);
    expect(await errorOf(intents.update('int_9', { quantity: 2 }))).toMatchObject({
      operation: 'updateIntent',
      intentId: 'int_9',
      docUrl: `${service.baseUrl}/gateway/docs/errors/INTENT_NOT_FOUND`,
    });
    const refused = await errorOf(intents.create(BODY));
    expect(refused).toMatchObject({
      operation: 'createIntent',
      idempotencyKey: service.received[1]?.headers['idempotency-key'],
    });
    expect(refused).not.toHaveProperty('intentId');
    expect(refused).not.toHaveProperty('cause');
  });

  it('of a create that was never answered has the key that repeats it', async () => {
    const service = await startService(breakOff, hang);
    const { intents } = createClient(service.baseUrl);
    const error = await errorOf(intents.create(BODY, { timeoutMs: 60 }));
    expect(error).toMatchObject({
      name: 'TimeoutError',
      operation: 'createIntent',
      idempotencyKey: service.received[0]?.headers['idempotency-key'],
      cause: { name: 'ConnectionError', operation: 'createIntent' },
    });
  });

  it('has no cause when only the time was over', async () => {
    const service = await startService(hang);
    const error = await errorOf(createClient(service.baseUrl).intents.get('int_1', { timeoutMs: 60 }));
    expect(error).toMatchObject({ name: 'TimeoutError', intentId: 'int_1' });
    expect(error).not.toHaveProperty('cause');
  });

  it('of createAndWait names the intent and the key when its time is over', async () => {
    const service = await startService(
      ok(CREATED, 201),
      ok({ id: 'int_1', status: 'PROCESSING', version: 2 }),
    );
    const error = await errorOf(
      createClient(service.baseUrl).intents.createAndWait(BODY, { timeoutMs: 300 }),
    );
    expect(error).toMatchObject({
      name: 'TimeoutError',
      message: 'waitFor: the intent int_1 is still PROCESSING',
      intentId: 'int_1',
      idempotencyKey: service.received[0]?.headers['idempotency-key'],
    });
    expect(error).not.toHaveProperty('cause');
  });
});
