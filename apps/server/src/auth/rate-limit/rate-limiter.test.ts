import { RATE_LIMITS, type RateBucket, CALLER_RATES } from '@procurement-intents/contract';
import { ApiError } from '@procurement-intents/domain';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { openSharedStore } from '../../../test/support/shared-store.ts';
import type { SharedStore } from './redis.ts';
import { createRateLimiter } from './rate-limiter.ts';

const START_MS = Date.parse('2026-11-21T08:30:00.000Z');

const program = inject('redisProgram');

function setUp(store: SharedStore | null = null) {
  const clock = createFakeClock();
  const limiter = createRateLimiter(clock, store);

  async function isLetThrough(counted: Promise<void>): Promise<boolean> {
    try {
      await counted;
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.errorName === 'RATE_LIMITED') return false;
      throw error;
    }
  }

  /** One request: whether it is within the limit, and what is left. */
  async function ask(bucket: RateBucket, appId = 'app_a') {
    const { isOver, headers } = await limiter.consume(appId, bucket);
    return {
      isOk: !isOver,
      limit: Number(headers['X-RateLimit-Limit']),
      remaining: Number(headers['X-RateLimit-Remaining']),
      resetSeconds: Number(headers['X-RateLimit-Reset']),
    };
  }
  const letThrough = async (bucket: RateBucket, count: number, appId = 'app_a'): Promise<number> => {
    const asked = await Promise.all(Array.from({ length: count }, () => ask(bucket, appId)));
    return asked.filter(({ isOk }) => isOk).length;
  };
  return {
    clock,
    limiter,
    ask,
    letThrough,
    fail: (ip: string) => isLetThrough(limiter.consumeAuthFailure(ip)),
    check: (ip: string) => isLetThrough(limiter.checkAuthFailures(ip)),
  };
}

describe('a window', () => {
  it('allows the first requests of each whole second up to the limit, whenever they arrive (R3)', async () => {
    const offsetsOfRequests = fc.array(fc.integer({ min: 0, max: 2999 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(offsetsOfRequests, async (offsets) => {
        const { clock, ask } = setUp();
        const used = new Map<number, number>();
        for (const offset of offsets.sort((a, b) => a - b)) {
          clock.advance(START_MS + offset - clock.now().getTime());
          const second = Math.floor(offset / 1000);
          const before = used.get(second) ?? 0;
          used.set(second, before + 1);
          expect((await ask('create')).isOk).toBe(before < RATE_LIMITS.create);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('begins and ends with the second, and returns when it ends', async () => {
    const { clock, ask, letThrough } = setUp();
    clock.advance(999);
    expect(await letThrough('create', RATE_LIMITS.create)).toBe(RATE_LIMITS.create);
    const last = await ask('create');
    const reset = START_MS / 1000 + 1;
    expect(last).toEqual({
      isOk: false,
      limit: RATE_LIMITS.create,
      remaining: 0,
      resetSeconds: reset,
    });
    clock.advance(1);
    expect(clock.now().getTime()).toBe(reset * 1000);
    expect(await ask('create')).toMatchObject({
      isOk: true,
      remaining: RATE_LIMITS.create - 1,
    });
  });

  it('does not start again when the clock is set back', async () => {
    const { clock, letThrough } = setUp();
    expect(await letThrough('create', 20)).toBe(RATE_LIMITS.create);
    clock.advance(1000);
    expect(await letThrough('create', 20)).toBe(RATE_LIMITS.create);
    clock.advance(-1000);
    expect(await letThrough('create', 20)).toBe(0);
  });
});

describe('a bucket', () => {
  it.each(Object.keys(RATE_LIMITS) as (keyof typeof RATE_LIMITS)[])(
    '%s allows exactly its limit',
    async (name) => {
      const { letThrough } = setUp();
      // Every request counts as general; only reads have no limit of their own.
      const bucket = name === 'general' ? 'read' : name;
      expect(await letThrough(bucket, RATE_LIMITS[name] + 25)).toBe(RATE_LIMITS[name]);
    },
  );

  it('belongs to one App, however similar the ids are', async () => {
    const { letThrough } = setUp();
    for (const appId of ['app_a', 'app_a:', 'app_', 'APP_A', ':app_a'])
      expect(await letThrough('write', 30, appId)).toBe(RATE_LIMITS.write);
  });

  it('that is full uses up no more of the general limit', async () => {
    const { letThrough } = setUp();
    await letThrough('create', 500);
    await letThrough('write', 500);
    const left = RATE_LIMITS.general - RATE_LIMITS.create - RATE_LIMITS.write;
    expect(await letThrough('read', 500)).toBe(left);
  });

  it('returns the general limit once that has less left', async () => {
    const { ask, letThrough } = setUp();
    await letThrough('read', RATE_LIMITS.general - 5);
    expect(await ask('create')).toMatchObject({ limit: RATE_LIMITS.general, remaining: 4 });
  });
});

it('calls under /oauth have a bucket of their own, beside the calls of a credential with the same name', async () => {
  const { limiter } = setUp();
  const call = () => limiter.consumeOAuth('client_a');
  await Promise.all(Array.from({ length: CALLER_RATES.oauth }, call));
  await expect(call()).rejects.toMatchObject({ errorName: 'RATE_LIMITED' });
  const { isOver, headers } = await limiter.consumeBearer('client_a');
  expect([isOver, headers['X-RateLimit-Remaining']]).toEqual([false, String(CALLER_RATES.bearer - 1)]);
});

describe('failed authentications', () => {
  it('of one address are counted up to the limit, and a check counts nothing', async () => {
    const { check, clock, fail } = setUp();
    for (let count = 0; count < CALLER_RATES.authFailure; count += 1) {
      expect(await check('198.51.100.1')).toBe(true);
      expect(await fail('198.51.100.1')).toBe(true);
    }
    expect(await check('198.51.100.1')).toBe(false);
    expect(await fail('198.51.100.1')).toBe(false);
    expect(await check('198.51.100.2')).toBe(true);
    clock.advance(1000);
    expect(await check('198.51.100.1')).toBe(true);
  });

  it('use up no limit of an App, even of one whose id is that address', async () => {
    const { fail, letThrough } = setUp();
    await Promise.all(Array.from({ length: 200 }, () => fail('198.51.100.1')));
    expect(await letThrough('read', 200, '198.51.100.1')).toBe(RATE_LIMITS.general);
  });
});

describe.runIf(program !== null)('in a shared store', () => {
  it('every bucket and every failure has its own count, and all counts expire', async () => {
    const store = await openSharedStore(program);
    const { ask, fail, check } = setUp(store);
    // One after the other: concurrent requests would all be counted in their own bucket before the general one.
    async function letThroughInTurn(bucket: RateBucket, count: number): Promise<number> {
      let passed = 0;
      for (let index = 0; index < count; index += 1) passed += (await ask(bucket)).isOk ? 1 : 0;
      return passed;
    }
    expect(await letThroughInTurn('create', 15)).toBe(RATE_LIMITS.create);
    expect(await letThroughInTurn('write', 25)).toBe(RATE_LIMITS.write);
    const left = RATE_LIMITS.general - RATE_LIMITS.create - RATE_LIMITS.write;
    expect(await letThroughInTurn('read', 80)).toBe(left);
    expect(await fail('app_a')).toBe(true);
    expect(await check('app_a')).toBe(true);
    const keys = await store.redis.keys('*');
    const lives = await Promise.all(keys.map((key) => store.redis.pttl(key)));
    expect(keys.length).toBeGreaterThan(0);
    for (const ttlMs of lives) expect(ttlMs).toBeGreaterThan(0);
  });
});
