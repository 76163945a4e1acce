import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSigner, isApiError, ProcurementIntents } from '../index.ts';
import { createTestService, type TestService } from './index.ts';

afterEach(() => vi.useRealTimers());

/** The error of a refused call. */
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'nothing',
    (error: unknown) => (isApiError(error) ? error.name : String(error)),
  );

it('completes a purchase in a minimal test', async () => {
  const service = createTestService();
  const intent = await service.client().intents.createAndWait(service.order());
  expect(intent).toMatchObject({ status: 'COMPLETED', amountPaid: 398, phone: '138****8000' });
  // Its type says that a completed purchase has an order number: no `?.` is needed.
  expect(intent.status === 'COMPLETED' && intent.orderId.length).toBeGreaterThan(0);
});

describe('purchases', () => {
  it('end by the newest matching rule', async () => {
    const service = createTestService();
    const { intents } = service.client();
    service.purchases.fail({ title: /鼠标/ }, 'OUT_OF_STOCK');
    service.purchases.fail({ title: '键盘', userId: 'user_7' }, 'PRICE_CHANGED');
    service.purchases.complete({ productUrl: 'https://item.shop-a.example/2' }, { amountPaid: 7.5 });
    const buy = async (changes: object) => intents.createAndWait(service.order(changes));
    expect(await buy({})).toMatchObject({
      failureCode: 'OUT_OF_STOCK',
      failureReason: expect.stringMatching(/^OUT_OF_STOCK: /),
    });
    expect(await buy({ title: '键盘', userId: 'user_7' })).toMatchObject({ failureCode: 'PRICE_CHANGED' });
    expect(await buy({ title: '键盘' })).toMatchObject({ status: 'COMPLETED' });
    expect(await buy({ productUrl: 'https://item.shop-a.example/2' })).toMatchObject({ amountPaid: 7.5 });
  });

  it('move step by step as the clock is advanced', async () => {
    const service = createTestService({ now: '2026-11-21T08:30:00Z', graceMs: 5000 });
    service.purchases.complete({}, { afterMs: 8000, shipAfterMs: 60_000 });
    const { id } = await service.client().intents.create(service.order());
    const seen = [0, 4999, 1, 7999, 1, 60_000].map((ms) => {
      service.clock.advance(ms);
      const { status, trackingNumber } = service.intents()[0] ?? {};
      return trackingNumber ? 'shipped' : status;
    });
    expect(seen).toEqual(['SUBMITTED', 'SUBMITTED', 'PROCESSING', 'PROCESSING', 'COMPLETED', 'shipped']);
    const { items } = await service.client().intents.events(id);
    expect(items.map(({ type, at }) => `${at.slice(14, 23)} ${type}`)).toEqual([
      '30:00.000 intent.submitted',
      '30:05.000 intent.processing',
      '30:05.000 order.accepted',
      '30:13.000 intent.completed',
      '31:13.000 order.shipped',
    ]);
  });

  it('report an amount above the total', async () => {
    const service = createTestService();
    const { intents } = service.client();
    service.purchases.complete({}, { amountPaid: 400, shipAfterMs: null });
    const { id } = await intents.createAndWait(service.order());
    const { items } = await intents.events(id);
    expect(items.slice(-2)).toMatchObject([
      { type: 'intent.completed', to: 'COMPLETED' },
      { type: 'order.overcharged', detail: '400 paid, 398 agreed' },
    ]);
  });

  it('on hold continue with their next rule, and not before it was made', async () => {
    const service = createTestService({ now: 1_800_000_000_000 });
    service.purchases.hold({});
    await service.client().intents.create(service.order());
    service.clock.advance(3_600_000);
    expect(service.intents()[0]).toMatchObject({ status: 'PROCESSING' });
    service.purchases.complete({});
    expect(service.intents()[0]).toMatchObject({
      status: 'COMPLETED',
      completedAt: service.clock.now().toISOString(),
    });
  });

  it('on hold can be cancelled, for a fee or not at all', async () => {
    const service = createTestService();
    const { intents } = service.client();
    service.purchases.hold({ title: '键盘' }, { cancellationFee: 5 });
    service.purchases.hold({ title: '显示器' }, { isShipped: true });
    const [keyboard, screen] = await Promise.all(
      ['键盘', '显示器'].map((title) => intents.create(service.order({ title }))),
    );
    expect(await intents.cancel(keyboard?.id ?? '')).toMatchObject({ cancellationFee: 5 });
    expect(await refusal(intents.cancel(screen?.id ?? ''))).toBe('CANCEL_FAILED');
  });

  it('of a hidden page are refused', async () => {
    const service = createTestService();
    service.purchases.hidePage({ productUrl: /gone/ });
    const order = service.order({ productUrl: 'https://item.shop-a.example/gone' });
    expect(await refusal(service.client().intents.create(order))).toBe('VALIDATION_FAILED');
    expect(service.intents()).toEqual([]);
  });
});

it('speaks the language of the client, and shows it its attempts', async () => {
  const service = createTestService();
  const reasons: string[] = [];
  const client = service.client({ language: 'en', onAttempt: ({ reason }) => void reasons.push(reason) });
  const { id } = await client.intents.create(service.order());
  expect((await client.intents.get(id)).statusMessage).toMatch(/^[\x20-\x7e]+$/);
  expect((await service.client().intents.get(id)).statusMessage).toMatch(/[一-龥]/);
  await expect(client.intents.get('int_1')).rejects.toThrow(/does not exist/);
  expect(reasons).toEqual(['queue', 'queue', 'queue']);
});

describe('faults', () => {
  it('are errors by name, with an example of their data', async () => {
    const service = createTestService();
    service.fail('createIntent', { error: 'VALIDATION_FAILED' });
    service.fail('getIntent', { error: 'VERSION_CONFLICT', data: { currentVersion: 9 } });
    const { intents } = service.client();
    const error: unknown = await intents.create(service.order()).catch((each: unknown) => each);
    expect(isApiError(error, 'VALIDATION_FAILED') && error.data.errors).toHaveLength(1);
    await expect(intents.get('int_1')).rejects.toMatchObject({ code: 40902, data: { currentVersion: 9 } });
    expect(await refusal(intents.get('int_1'))).toBe('INTENT_NOT_FOUND');
  });

  it('apply to the given number of requests, of their operation only', async () => {
    const service = createTestService();
    service.fail('createIntent', { error: 'UNAVAILABLE', retryAfterSeconds: 0 }, { times: 2 });
    const { intents } = service.client();
    await intents.list();
    await intents.create(service.order());
    expect(service.requests.map(({ status }) => status)).toEqual([200, 503, 503, 201]);
    expect(service.intents()).toHaveLength(1);
  });

  it('ask callers to wait, as the limits do', async () => {
    const service = createTestService();
    service.fail('*', { error: 'RATE_LIMITED', retryAfterSeconds: 3 });
    const response = await service.fetch('https://any.test/api/v1/intents');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3']);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  it('can be a response of a proxy', async () => {
    const service = createTestService();
    service.fail('getIntent', { status: 418, body: '<html>', headers: { 'content-type': 'text/html' } });
    await expect(service.client().intents.get('int_1')).rejects.toMatchObject({
      name: 'UNKNOWN',
      status: 418,
    });
  });

  it('lose a request, or the response to one that was carried out, and nothing is bought twice', async () => {
    const service = createTestService();
    service.fail('createIntent', { drop: 'request' });
    service.fail('createIntent', { drop: 'answer' });
    await service.client().intents.create(service.order());
    expect(service.requests.map(({ status }) => status)).toEqual([null, null, 201]);
    expect(service.intents()).toHaveLength(1);
  });

  it('delay a response, or withhold it for ever', async () => {
    vi.useFakeTimers();
    const service = createTestService();
    const path = 'https://any.test/api/v1/health';
    service.fail('getHealth', { delayMs: 5000 });
    let isAnswered = false;
    const slow = service.fetch(path).finally(() => (isAnswered = true));
    await vi.advanceTimersByTimeAsync(4999);
    expect(isAnswered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect((await slow).status).toBe(200);
    service.fail('getHealth', { delayMs: Infinity });
    const gone = new AbortController();
    const never = service.fetch(path, { signal: gone.signal });
    gone.abort(new Error('enough'));
    await expect(never).rejects.toThrow('enough');
  });
});

describe('the service', () => {
  it('accepts the given Apps, with their permissions', async () => {
    const service = createTestService({
      apps: [
        { appId: 'app_a', appSecret: 'secret a' },
        { appId: 'app_b', appSecret: 'secret b', permissions: ['intents:read'] },
      ],
    });
    const reader = service.client({ appId: 'app_b', appSecret: 'secret b' });
    expect(await refusal(reader.intents.create(service.order()))).toBe('PERMISSION_MISSING');
    const { id } = await service.client().intents.create(service.order());
    expect(await refusal(reader.intents.get(id))).toBe('NOT_OWNER');
    const forger = service.client({ appSecret: 'wrong' });
    expect(await refusal(forger.intents.get(id))).toBe('SIGNATURE_INVALID');
    expect(await refusal(service.client({ appId: 'app_c' }).intents.get(id))).toBe('APP_UNKNOWN');
  });

  it('has its own clock, which the client follows', async () => {
    const service = createTestService({ now: '2030-01-01' });
    const created = await service.client().intents.create(service.order());
    expect(created.createdAt).toBe('2030-01-01T00:00:00.000Z');
    expect(service.requests.map(({ status }) => status)).toEqual([401, 201]);
    expect(() => service.clock.advance(-1)).toThrow(RangeError);
    expect(() => createTestService({ now: 'soon' })).toThrow(RangeError);
  });

  it('runs with the clock of the machine by default', async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
    const service = createTestService({ graceMs: 5000 });
    await service.client().intents.create(service.order());
    vi.setSystemTime(1_800_000_005_000);
    expect(service.intents()[0]?.status).toBe('COMPLETED');
  });

  it('enforces the given limits', async () => {
    const service = createTestService({ now: Date.now(), limits: { create: 1 } });
    const send = signedFetch(service);
    const create = () => send('POST', '/api/v1/intents', '{}');
    expect([(await create()).status, (await create()).status]).toEqual([400, 429]);
    service.clock.advance(1000);
    expect((await create()).status).toBe(400);
  });

  it('shows intents with the phone in full, and clears everything in a reset', async () => {
    const service = createTestService();
    const { intents } = service.client();
    service.purchases.hold({});
    const { id } = await intents.create(service.order({ phone: '13900139000' }));
    expect(service.intents()).toMatchObject([{ id, phone: '13900139000', status: 'PROCESSING' }]);
    service.fail('*', { error: 'INTERNAL' });
    service.reset();
    expect([service.intents(), service.requests]).toEqual([[], []]);
    expect(await service.client().intents.createAndWait(service.order())).toMatchObject({
      status: 'COMPLETED',
    });
  });

  it('accepts the arguments of fetch in every form', async () => {
    const service = createTestService();
    const path = 'https://any.test/api/v1/intents';
    const headers = { 'X-App-Id': 'app_nobody', 'X-Request-Id': 'req_mine' };
    const answers = await Promise.all([
      service.fetch(path, { headers }),
      service.fetch(new URL(path), { headers: new Headers(headers) }),
      service.fetch(new Request(path, { headers })),
    ]);
    for (const answer of answers) {
      expect(answer).toBeInstanceOf(Response);
      expect([answer.status, answer.headers.get('x-request-id')]).toEqual([401, 'req_mine']);
    }
    const order = { method: 'POST', body: new TextEncoder().encode('{}') };
    expect((await service.fetch(new Request(path, order))).status).toBe(401);
    expect(service.requests.map(({ operation }) => operation)).toEqual([
      ...(Array(3).fill('listIntents') as string[]),
      'createIntent',
    ]);
  });

  it('responds to other clients through msw', async () => {
    const service = createTestService({ apps: [{ appId: 'app_shop', appSecret: 'secret-of-tests' }] });
    const server = setupServer(...service.handlers(http, 'https://procurement.example'));
    server.listen({ onUnhandledFrame: 'error' });
    onTestFinished(() => server.close());
    const client = new ProcurementIntents({
      baseUrl: 'https://procurement.example',
      appId: 'app_shop',
      appSecret: 'secret-of-tests',
    });
    service.fail('createIntent', { drop: 'answer' });
    const intent = await client.intents.createAndWait(service.order({ remarks: '急' }));
    expect(intent).toMatchObject({ status: 'COMPLETED', remarks: '急' });
    expect(service.requests.map(({ status }) => status)).toEqual([null, 201, 200]);
    await client.health();
  });
});

/** Returns a function that sends a request signed for the first App, at the service's own time. */
function signedFetch(service: TestService) {
  const sign = createSigner(service.app.appId, service.app.appSecret);
  return async (method: string, path: string, body: string) => {
    const signature = await sign({ method, path, body, timestampMs: service.clock.now().getTime() });
    const headers = { 'content-type': 'application/json', ...signature };
    return service.fetch(`https://any.test${path}`, { method, body, headers });
  };
}
