import { contract, type OperationId, RATE_LIMITS, ROUTES, CALLER_RATES } from '@procurement-intents/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../support/expect-answer.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { intentBody } from '../support/intent-factory.ts';
import { pathOf, takesBody } from '../support/signed-operations.ts';
import type { CallOptions, Signer } from '../support/sign.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';

const clock = createFakeClock();
let service: TestService;
/** Each test calls as an App of its own, in a second of its own. */
let signer: Signer;

beforeAll(async () => {
  service = await startTestService({ clock, graceMs: 86_400_000, trustedProxies: ['127.0.0.1'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  clock.advance(1000);
  signer = await service.addApp();
});

type SignedOperation = Exclude<OperationId, 'getHealth'>;
const OPERATIONS = (Object.keys(contract) as OperationId[]).filter(
  (it) => it !== 'getHealth',
) as SignedOperation[];
const currentSecond = () => Math.floor(clock.now().getTime() / 1000);

/** A call of the operation that is answered 4xx at once, after it was counted. */
function knock(operation: SignedOperation, options: CallOptions = {}): Promise<Answer> {
  const { method } = ROUTES[operation];
  const body = takesBody(operation) ? { body: {} } : {};
  // As many exports at once as this would be refused for another reason.
  const query = operation === 'exportIntents' ? '?page=1' : '';
  return service.call(method, pathOf(operation) + query, { signer, ...body, ...options });
}
const knockMany = (operation: SignedOperation, count: number, options: CallOptions = {}): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, () => knock(operation, options)));

function limitsOf({ headers }: Answer) {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    const text = headers.get(`x-ratelimit-${name}`);
    return text === null ? null : Number(text);
  });
  return { limit, remaining, reset };
}
const refusedAmong = (answers: readonly Answer[]): number =>
  answers.filter(({ status }) => status === 429).length;

describe('the bucket of an operation', () => {
  const BUCKETS: Record<SignedOperation, { limit: number; sameAs: SignedOperation }> = {
    createIntent: { limit: 10, sameAs: 'createIntent' },
    createIntents: { limit: 10, sameAs: 'createIntent' },
    listIntents: { limit: 100, sameAs: 'getIntent' },
    exportIntents: { limit: 100, sameAs: 'listIntents' },
    getIntent: { limit: 100, sameAs: 'listIntentEvents' },
    listIntentEvents: { limit: 100, sameAs: 'listEvents' },
    listEvents: { limit: 100, sameAs: 'listIntents' },
    updateIntent: { limit: 20, sameAs: 'setIntentLabels' },
    setIntentLabels: { limit: 20, sameAs: 'cancelIntent' },
    cancelIntent: { limit: 20, sameAs: 'submitIntent' },
    submitIntent: { limit: 20, sameAs: 'deleteIntent' },
    deleteIntent: { limit: 20, sameAs: 'archiveIntent' },
    archiveIntent: { limit: 20, sameAs: 'unarchiveIntent' },
    unarchiveIntent: { limit: 20, sameAs: 'updateWebhook' },
    createWebhook: { limit: 20, sameAs: 'updateIntent' },
    updateWebhook: { limit: 20, sameAs: 'deleteWebhook' },
    deleteWebhook: { limit: 20, sameAs: 'rotateWebhookSecret' },
    rotateWebhookSecret: { limit: 20, sameAs: 'testWebhook' },
    testWebhook: { limit: 20, sameAs: 'retryWebhookDelivery' },
    retryWebhookDelivery: { limit: 20, sameAs: 'createWebhookReplay' },
    createWebhookReplay: { limit: 20, sameAs: 'createWebhook' },
    listWebhooks: { limit: 100, sameAs: 'getWebhook' },
    getWebhook: { limit: 100, sameAs: 'listWebhookDeliveries' },
    listWebhookDeliveries: { limit: 100, sameAs: 'getWebhookDelivery' },
    getWebhookDelivery: { limit: 100, sameAs: 'getWebhookReplay' },
    getWebhookReplay: { limit: 100, sameAs: 'listWebhooks' },
  };

  it.each(OPERATIONS)(
    'of %s lets exactly its limit through, whoever asks at once (R1)',
    async (operation) => {
      const { limit, sameAs } = BUCKETS[operation];
      const answers = await knockMany(operation, limit + 10);
      expect(refusedAmong(answers)).toBe(10);
      for (const answer of answers.filter(({ status }) => status === 429))
        expectError(answer, 'RATE_LIMITED');
      expectError(await knock(sameAs), 'RATE_LIMITED');
      clock.advance(1000);
      expect((await knock(operation)).status).not.toBe(429);
    },
  );

  it('that is full leaves the others open', async () => {
    await knockMany('createIntent', 10);
    expect((await knock('deleteIntent')).status).toBe(404);
    await knockMany('deleteIntent', 19);
    expect((await knock('getIntent')).status).toBe(404);
    for (const full of ['createIntent', 'updateIntent'] as const)
      expectError(await knock(full), 'RATE_LIMITED');
  });
});

describe('the general ceiling', () => {
  it('counts every operation, whatever its bucket', async () => {
    await knockMany('createIntent', 10);
    await knockMany('cancelIntent', 20);
    const reads = await knockMany('getIntent', 80);
    expect(refusedAmong(reads)).toBe(10);
    const refused = reads.find(({ status }) => status === 429) as Answer;
    expect(limitsOf(refused)).toEqual({
      limit: RATE_LIMITS.general,
      remaining: 0,
      reset: currentSecond() + 1,
    });
  });

  it('is not used up by what a bucket has refused', async () => {
    expect(refusedAmong(await knockMany('createIntent', 200))).toBe(190);
    expect(refusedAmong(await knockMany('updateIntent', 100))).toBe(80);
    expect(refusedAmong(await knockMany('getIntent', 70))).toBe(0);
    expectError(await knock('getIntent'), 'RATE_LIMITED');
  });
});

describe('the three headers (R2)', () => {
  it.each(OPERATIONS)('count down on every answer of %s, errors and refusals included', async (operation) => {
    const limit = RATE_LIMITS[contract[operation].metadata.rateLimit as keyof typeof RATE_LIMITS];
    const reset = currentSecond() + 1;
    for (const used of [1, 2, 3]) {
      const answer = await knock(operation);
      expect(limitsOf(answer)).toEqual({ limit, remaining: limit - used, reset });
    }
    const refused = (await knockMany(operation, limit)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    for (const answer of refused) {
      expect(limitsOf(answer)).toEqual({ limit, remaining: 0, reset });
      expect(Number(answer.headers.get('retry-after'))).toBe(1);
    }
  });

  it.each<[why: string, status: number, call: () => Promise<Answer>]>([
    ['a success', 201, () => knock('createIntent', { body: intentBody(service) })],
    ['an invalid field', 400, () => knock('createIntent', { body: { quantity: 0 } })],
    ['a body that is none', 400, () => knock('createIntent', { rawBody: '[]' })],
    ['a media type', 415, () => knock('createIntent', { headers: { 'Content-Type': 'text/plain' } })],
    ['an unknown query', 400, () => service.call('GET', `${ROUTES.listIntents.path}?color=red`, { signer })],
    ['a missing intent', 404, () => knock('getIntent')],
    [
      'an address off the allow list',
      403,
      async () => knock('getIntent', { signer: await service.addApp({ ipAllowList: ['203.0.113.7'] }) }),
    ],
    [
      'a missing permission',
      403,
      async () => knock('createIntent', { signer: await service.addApp({ permissions: ['intents:read'] }) }),
    ],
  ])('come with %s', async (_why, status, call) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    const { limit, remaining, reset } = limitsOf(answer);
    expect(remaining).toBe((limit ?? 0) - 1);
    expect(reset).toBe(currentSecond() + 1);
  });

  it('tell of the bucket that has least left', async () => {
    await knockMany('updateIntent', 20);
    // 100 reads would be left, but only 79 calls at all.
    expect(limitsOf(await knock('getIntent'))).toMatchObject({ limit: RATE_LIMITS.general, remaining: 79 });
    expect(limitsOf(await knock('createIntent'))).toMatchObject({ limit: RATE_LIMITS.create, remaining: 9 });
    await knockMany('getIntent', 74);
    expect(limitsOf(await knock('createIntent'))).toMatchObject({ limit: RATE_LIMITS.general, remaining: 3 });
  });

  it.each([0, 1, 500, 999])('name the end of the whole second, from %i ms in it', async (ms) => {
    clock.advance(1000 - (clock.now().getTime() % 1000) + ms);
    const { reset } = limitsOf(await knock('getIntent'));
    expect((reset ?? 0) * 1000).toBe(clock.now().getTime() - ms + 1000);
    clock.advance(ms === 0 ? 1000 : 1000 - ms);
    expect(clock.now().getTime()).toBe((reset ?? 0) * 1000);
    expect(limitsOf(await knock('getIntent'))).toMatchObject({ remaining: 99 });
  });
});

describe('who is counted (R4)', () => {
  it('keeps Apps apart', async () => {
    const other = await service.addApp();
    await knockMany('createIntent', 15);
    expectError(await knock('createIntent'), 'RATE_LIMITED');
    expect(limitsOf(await knock('createIntent', { signer: other }))).toMatchObject({ remaining: 9 });
  });

  it('counts nothing against an App that others name without its secret, or that signs too late', async () => {
    const forged = { ...signer, appSecret: 'wrong' };
    await knockMany('createIntent', 30, { signer: forged });
    const stale = { 'X-Timestamp': String(clock.now().getTime() - 300_001) };
    await knockMany('createIntent', 10, { headers: stale });
    expect(limitsOf(await knock('createIntent'))).toMatchObject({ remaining: 9 });
  });

  it('counts nothing of an unknown App against another, and gives it no headers', async () => {
    const [answer] = await knockMany('createIntent', 30, { signer: { ...signer, appId: 'app_unknown' } });
    expectError(answer as Answer, 'APP_UNKNOWN');
    expect(limitsOf(answer as Answer)).toEqual({ limit: null, remaining: null, reset: null });
    expect(limitsOf(await knock('createIntent'))).toMatchObject({ remaining: 9 });
  });

  it.each([
    ['unknown Apps', () => ({ signer: { ...signer, appId: `app_${Math.random().toString(36).slice(2)}` } })],
    ['wrong secrets', () => ({ signer: { ...signer, appSecret: 'wrong' } })],
    ['old timestamps', () => ({ headers: { 'X-Timestamp': '1000000000000' } })],
  ])('refuses an address after 100 failures by %s in a second, and no other address', async (_why, wrong) => {
    const from = (address: string) => {
      const { headers, ...options }: CallOptions = wrong();
      return knock('getIntent', { ...options, headers: { ...headers, 'X-Forwarded-For': address } });
    };
    // The process has met the App, so that its calls cost no look-up.
    await knock('getIntent');
    const crowd = Array.from({ length: CALLER_RATES.authFailure + 20 }, () => from('198.51.100.1'));
    const answers = await Promise.all(crowd);
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(CALLER_RATES.authFailure);
    for (const answer of refused) expectError(answer, 'RATE_LIMITED');
    expectError(await from('198.51.100.1'), 'RATE_LIMITED');
    expect((await from('198.51.100.2')).status).toBe(401);
    expect((await knock('getIntent', { headers: { 'X-Forwarded-For': '198.51.100.1' } })).status).toBe(404);
    clock.advance(1000);
    expect((await from('198.51.100.1')).status).toBe(401);
  });

  it('counts an IPv6 address by its /64, and one of IPv4 the same in either form', async () => {
    const from = (address: string) =>
      knock('getIntent', {
        signer: { ...signer, appSecret: 'wrong' },
        headers: { 'X-Forwarded-For': address },
      });
    await knock('getIntent');
    const exhaust = (addressOf: (index: number) => string) =>
      Promise.all(Array.from({ length: CALLER_RATES.authFailure }, (_, index) => from(addressOf(index))));
    await exhaust((index) => `2001:db8:1:2:${index.toString(16)}::1`);
    expectError(await from('2001:db8:1:2:ffff:ffff:ffff:ffff'), 'RATE_LIMITED');
    expectError(await from('2001:db8:1:3::1'), 'SIGNATURE_INVALID');
    await exhaust((index) => (index % 2 === 0 ? '198.51.100.7' : '::ffff:198.51.100.7'));
    expectError(await from('198.51.100.7'), 'RATE_LIMITED');
    expectError(await from('198.51.100.8'), 'SIGNATURE_INVALID');
  });

  it('leaves the health check out', async () => {
    const path = ROUTES.getHealth.path;
    const answers = await Promise.all(
      Array.from({ length: 150 }, () => service.call('GET', path, { signer })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(limitsOf(answers[0] as Answer)).toEqual({ limit: null, remaining: null, reset: null });
    expect(limitsOf(await knock('getIntent'))).toMatchObject({ remaining: 99 });
  });
});
