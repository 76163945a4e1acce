import { AUTH_FAILURES_PER_SECOND, RATE_LIMITS, type RateBucket } from '@procurement-intents/contract';
import type { Response } from 'express';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../infra/clock.ts';
import { ApiError } from './api-error.ts';
import { type Counter, createMemoryCounter } from './memory-counter.ts';

/** Counts requests in whole seconds of Unix time. */
export interface RateLimiter {
  /** Counts one request of the App and sets the three headers for its tightest bucket; 42901 when one is full. */
  consume(appId: string, bucket: RateBucket, res: Response): Promise<void>;
  /** Counts one failed authentication of an address; 42901 when it has had too many. */
  consumeAuthFailure(ip: string): Promise<void>;
  /** 42901 when the address has had too many already; counts nothing. */
  checkAuthFailures(ip: string): Promise<void>;
}

// Made once: whoever floods the service must not make it write a stack each time.
const RATE_LIMITED = new ApiError('RATE_LIMITED');
// Longer than the window, so that a count outlives its second on a slow machine; the second is part of the key.
const KEEP_SECONDS = 10;

/** Counts for all processes together; while Redis is away, each counts for itself. */
function createRedisCounter(name: string, points: number, redis: Redis): Counter {
  const settings = { points, duration: KEEP_SECONDS, keyPrefix: `procurement:${name}` };
  const insuranceLimiter = new RateLimiterMemory(settings);
  const limiter = new RateLimiterRedis({ ...settings, storeClient: redis, insuranceLimiter });
  return {
    async add(key, second) {
      const used = await limiter.consume(`${key}:${second}`).catch((refused: unknown) => {
        if (refused instanceof Error) throw refused;
        return refused as RateLimiterRes;
      });
      return used.consumedPoints;
    },
    read: async (key, second) => (await limiter.get(`${key}:${second}`))?.consumedPoints ?? 0,
  };
}

/**
 * @param redis - counts for all processes together; while it is away, and when it is null, each counts for itself.
 */
export function createRateLimiter(clock: Clock, redis: Redis | null = null): RateLimiter {
  const points = { ...RATE_LIMITS, authFailure: AUTH_FAILURES_PER_SECOND };
  type Name = keyof typeof points;
  const counters = Object.fromEntries(
    Object.entries(points).map(([name, limit]) => [
      name,
      redis ? createRedisCounter(name, limit, redis) : createMemoryCounter(),
    ]),
  ) as Record<Name, Counter>;

  async function count(
    name: Name,
    who: string,
    second: number,
  ): Promise<{ name: Name; remaining: number; isOver: boolean }> {
    const used = await counters[name].add(who, second);
    return { name, remaining: Math.max(points[name] - used, 0), isOver: used > points[name] };
  }

  const currentSecond = (): number => Math.floor(clock.now().getTime() / 1000);
  return {
    async consume(appId, bucket, res) {
      const second = currentSecond();
      const own = await count(bucket, appId, second);
      // A request that its own bucket refuses does not use up the App's general ceiling.
      const counted = own.isOver ? [own] : [own, await count('general', appId, second)];
      const tightest = counted.reduce((a, b) => (b.isOver || b.remaining < a.remaining ? b : a));
      const headers = {
        'X-RateLimit-Limit': points[tightest.name],
        'X-RateLimit-Remaining': tightest.remaining,
        'X-RateLimit-Reset': second + 1,
      };
      for (const [header, value] of Object.entries(headers)) res.setHeader(header, String(value));
      if (tightest.isOver) throw RATE_LIMITED;
    },
    async consumeAuthFailure(ip) {
      const { isOver } = await count('authFailure', ip, currentSecond());
      if (isOver) throw RATE_LIMITED;
    },
    async checkAuthFailures(ip) {
      const used = await counters.authFailure.read(ip, currentSecond());
      if (used >= points.authFailure) throw RATE_LIMITED;
    },
  };
}
