import { AUTH_FAILURES_PER_SECOND, RATE_LIMITS, type RateBucket } from '@procurement-intents/contract';
import type { Clock } from '../../postgres/clock.ts';
import type { SharedStore } from './redis.ts';
import { ApiError } from '../../errors.ts';
import { createMemoryCounter } from './memory-counter.ts';
import { createRedisCounter } from './redis-counter.ts';

/** The state of the bucket with the least left, of those in which a request is counted. */
export interface RateLimit {
  limit: number;
  remaining: number;
  /** When the bucket is full again, in seconds of Unix time. */
  resetSeconds: number;
  /** Whether the request exceeds the limit. */
  isOver: boolean;
}

/** Counts requests in whole seconds of Unix time. */
export interface RateLimiter {
  /** Counts one request of the App. */
  consume(appId: string, bucket: RateBucket): Promise<RateLimit>;
  /** Counts one failed authentication of an address; throws 42901 when it has too many. */
  consumeAuthFailure(ip: string): Promise<void>;
  /** Throws 42901 when the address has too many failures already; counts nothing. */
  checkAuthFailures(ip: string): Promise<void>;
}

/** 42901. Created once, so that a flood of requests does not capture a stack for each refusal. */
export const RATE_LIMITED = new ApiError('RATE_LIMITED');

/** @param store - counts for all processes; when it is null or unavailable, each process counts by itself. */
export function createRateLimiter(clock: Clock, store: SharedStore | null = null): RateLimiter {
  const points = { ...RATE_LIMITS, authFailure: AUTH_FAILURES_PER_SECOND };
  type Name = keyof typeof points;
  const counter = store ? createRedisCounter(store) : createMemoryCounter();
  const keyOf = (name: Name, who: string): string => `${name}:${who}`;

  /** Counts in the buckets `names` in order, up to the first that is exceeded, and returns what is left of each. */
  async function count(names: readonly Name[], who: string, second: number) {
    const counts = names.map((name) => ({ key: keyOf(name, who), limit: points[name] }));
    const used = await counter.add(counts, second);
    return names.slice(0, used.length).map((name, index) => {
      const left = points[name] - (used[index] ?? 0);
      return { name, remaining: Math.max(left, 0), isOver: left < 0 };
    });
  }

  const currentSecond = (): number => Math.floor(clock.now().getTime() / 1000);
  return {
    async consume(appId, bucket) {
      const second = currentSecond();
      // A request that its own bucket refuses does not use up the App's general ceiling.
      const counted = await count([bucket, 'general'], appId, second);
      const { name, remaining, isOver } = counted.reduce((a, b) =>
        b.isOver || b.remaining < a.remaining ? b : a,
      );
      return { limit: points[name], remaining, resetSeconds: second + 1, isOver };
    },
    async consumeAuthFailure(ip) {
      const counted = await count(['authFailure'], ip, currentSecond());
      if (counted.some(({ isOver }) => isOver)) throw RATE_LIMITED;
    },
    async checkAuthFailures(ip) {
      const used = await counter.read(keyOf('authFailure', ip), currentSecond());
      if (used >= points.authFailure) throw RATE_LIMITED;
    },
  };
}
