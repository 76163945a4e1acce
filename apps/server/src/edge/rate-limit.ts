import { AUTH_FAILURES_PER_SECOND, RATE_LIMITS, type RateBucket } from '@procurement-intents/contract';
import { type BucketCount, isOver, rateLimitHeaders, tightestBucket } from '@procurement-intents/domain';
import type { Response } from 'express';
import type { Clock } from '../postgres/clock.ts';
import type { SharedStore } from '../auth/rate-limit/redis.ts';
import { ApiError } from '../errors.ts';
import { createMemoryCounter } from './memory-counter.ts';
import { createRedisCounter } from './redis-counter.ts';

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

/**
 * @param store - counts for all processes together; while it is away, and when it is null, each counts for itself.
 */
export function createRateLimiter(clock: Clock, store: SharedStore | null = null): RateLimiter {
  const points = { ...RATE_LIMITS, authFailure: AUTH_FAILURES_PER_SECOND };
  type Name = keyof typeof points;
  const counter = store ? createRedisCounter(store) : createMemoryCounter();
  const keyOf = (name: Name, who: string): string => `${name}:${who}`;

  /** Counts in each bucket until one is over, and tells of the tightest. */
  async function count(names: readonly Name[], who: string, second: number): Promise<BucketCount> {
    const counts = names.map((name) => ({ key: keyOf(name, who), limit: points[name] }));
    const used = await counter.add(counts, second);
    return tightestBucket(
      counts.slice(0, used.length).map(({ limit }, index) => ({ limit, used: used[index] ?? 0 })),
    );
  }

  const currentSecond = (): number => Math.floor(clock.now().getTime() / 1000);
  return {
    async consume(appId, bucket, res) {
      const second = currentSecond();
      // A request that its own bucket refuses does not use up the App's general ceiling.
      const tightest = await count([bucket, 'general'], appId, second);
      for (const [header, value] of Object.entries(rateLimitHeaders(tightest, second))) {
        res.setHeader(header, value);
      }
      if (isOver(tightest)) throw RATE_LIMITED;
    },
    async consumeAuthFailure(ip) {
      if (isOver(await count(['authFailure'], ip, currentSecond()))) throw RATE_LIMITED;
    },
    async checkAuthFailures(ip) {
      const used = await counter.read(keyOf('authFailure', ip), currentSecond());
      if (used >= points.authFailure) throw RATE_LIMITED;
    },
  };
}
