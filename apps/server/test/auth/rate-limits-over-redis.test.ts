import { RATE_LIMITS } from '@procurement-intents/contract';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createRateLimiter, type RateLimiter } from '../../src/auth/rate-limit/rate-limiter.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { openRedis } from '../../src/auth/rate-limit/redis.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startRedisServer } from '../support/redis-server.ts';

const program = inject('redisProgram');

/** As many API processes as asked for, with one store and one clock. */
async function startLimiters(count: number) {
  const server = await startRedisServer(program ?? '');
  const clock = createFakeClock();
  const stores = Array.from({ length: count }, () => openRedis(server.url, createLogger('silent')));
  onTestFinished(async () => {
    for (const store of stores) store.close();
    await server.kill();
  });
  await vi.waitFor(() => expect(stores.every(({ isAvailable }) => isAvailable)).toBe(true));
  return { server, clock, limiters: stores.map((store) => createRateLimiter(clock, store)) };
}

/** How many of `count` creates of one App are let through, asked of all processes in turn and at once. */
async function letThrough(limiters: readonly RateLimiter[], count: number): Promise<number> {
  const asked = Array.from({ length: count }, async (_, index) => {
    const counted = await limiters[index % limiters.length]?.consume('app_a', 'create');
    return counted?.isOver === false ? 1 : 0;
  });
  return (await Promise.all(asked)).reduce<number>((sum, one) => sum + one, 0);
}

describe.runIf(program !== null)('rate limits of several processes over one store (R3)', () => {
  it('let through what one process would, whichever is asked', async () => {
    const { clock, limiters } = await startLimiters(3);
    for (let second = 0; second < 3; second += 1) {
      expect(await letThrough(limiters, 60)).toBe(RATE_LIMITS.create);
      clock.advance(1000);
    }
  });

  it('count a batch by its weight, and one without room once (BC5)', async () => {
    const { limiters } = await startLimiters(2);
    const [one, other] = limiters as [RateLimiter, RateLimiter];
    const left = async (limiter: RateLimiter, weight: number) => {
      const { isOver, headers } = await limiter.consume('app_a', 'create', weight);
      return [isOver, headers['X-RateLimit-Remaining']];
    };
    expect(await left(one, 6)).toEqual([false, '4']);
    expect(await left(other, 5)).toEqual([true, '3']);
    expect(await left(other, 3)).toEqual([false, '0']);
  });

  it('fall back to counting in each process while the store is gone, and come back with it', async () => {
    const { server, clock, limiters } = await startLimiters(2);
    expect(await letThrough(limiters, 60)).toBe(RATE_LIMITS.create);
    await server.kill();
    clock.advance(1000);
    await vi.waitFor(async () => {
      clock.advance(1000);
      expect(await letThrough(limiters, 60)).toBe(RATE_LIMITS.create * 2);
    });
    const again = await startRedisServer(program ?? '', server.port);
    onTestFinished(again.kill);
    await vi.waitFor(
      async () => {
        clock.advance(1000);
        expect(await letThrough(limiters, 60)).toBe(RATE_LIMITS.create);
      },
      { timeout: 8000, interval: 100 },
    );
  });
});
