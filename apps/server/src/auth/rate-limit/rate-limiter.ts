import { RATE_LIMITS, type RateBucket, CALLER_RATES } from '@procurement-intents/contract';
import {
  type BucketCount,
  bucketsAfter,
  bucketsOf,
  isFull,
  isOver,
  presentRateLimit,
  type RateLimit,
} from '@procurement-intents/domain';
import type { Clock } from '../../clock.ts';
import { RATE_LIMITED } from '../../fair-share/rate-limited.ts';
import type { SharedStore } from './redis.ts';
import { createMemoryCounter } from './memory-counter.ts';
import { createRedisCounter } from './redis-counter.ts';

/** Counts requests in whole seconds of Unix time. */
export interface RateLimiter {
  /** Counts one request of the App, in its own bucket as often as it weighs. Default 1. */
  consume(appId: string, bucket: RateBucket, weight?: number): Promise<RateLimit>;
  /** Counts one request of a bearer credential. */
  consumeBearer(credentialId: string): Promise<RateLimit>;
  /** Counts one call of a client under /oauth, apart from those that it makes with its tokens; throws 42901 beyond. */
  consumeOAuth(who: string): Promise<void>;
  /** Counts one failed authentication of an address; throws 42901 when it has too many. */
  consumeAuthFailure(ip: string): Promise<void>;
  /** Throws 42901 when the address has too many failures already; counts nothing. */
  checkAuthFailures(ip: string): Promise<void>;
}

/** @param store - counts for all processes; when it is null or unavailable, each process counts by itself. */
export function createRateLimiter(clock: Clock, store: SharedStore | null = null): RateLimiter {
  const limits = { ...RATE_LIMITS, ...CALLER_RATES };
  type Name = keyof typeof limits;
  const counter = store ? createRedisCounter(store) : createMemoryCounter();
  const keyOf = (name: Name, who: string): string => `${name}:${who}`;

  /** Counts in the buckets `names` in order, up to the first that is over its limit. */
  async function count(names: readonly Name[], who: string, second: number): Promise<BucketCount[]> {
    const counts = names.map((name) => ({ key: keyOf(name, who), limit: limits[name] }));
    const added = counter.add(counts, second);
    // The counts of this process are there at once.
    const used = 'then' in added ? await added : added;
    return used.map((requests, index) => ({ limit: counts[index]?.limit ?? 0, used: requests }));
  }

  /** The same for a call that weighs more than one: its own bucket first. */
  async function countHeavy(
    appId: string,
    bucket: RateBucket,
    { weight, second }: Heavy,
  ): Promise<BucketCount[]> {
    const [own] = bucketsOf(bucket);
    const counted = await counter.addWeight({ key: keyOf(own, appId), limit: limits[own], weight }, second);
    const others = bucketsAfter(counted, bucket);
    return others.length === 0 ? [counted] : [counted, ...(await count(others, appId, second))];
  }

  async function countOrThrow(name: Name, who: string): Promise<void> {
    const counted = await count([name], who, currentSecond());
    if (counted.some(isOver)) throw RATE_LIMITED;
  }

  const currentSecond = (): number => Math.floor(clock.now().getTime() / 1000);
  return {
    async consume(appId, bucket, weight = 1) {
      const second = currentSecond();
      if (weight > 1) return presentRateLimit(await countHeavy(appId, bucket, { weight, second }), second);
      return presentRateLimit(await count(bucketsOf(bucket), appId, second), second);
    },
    async consumeBearer(credentialId) {
      const second = currentSecond();
      return presentRateLimit(await count(['bearer'], credentialId, second), second);
    },
    consumeOAuth: (who) => countOrThrow('oauth', who),
    consumeAuthFailure: (ip) => countOrThrow('authFailure', ip),
    async checkAuthFailures(ip) {
      const used = await counter.read(keyOf('authFailure', ip), currentSecond());
      if (isFull({ limit: limits.authFailure, used })) throw RATE_LIMITED;
    },
  };
}

interface Heavy {
  weight: number;
  second: number;
}
