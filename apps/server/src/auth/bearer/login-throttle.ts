import {
  failureCounts,
  failureWindow,
  type LoginAttempt,
  tooManyFailures,
} from '@procurement-intents/domain/bearer';
import type { Clock } from '../../clock.ts';
import { hashText } from '../../hash-text.ts';
import { createMemoryCounter } from '../rate-limit/memory-counter.ts';
import { createRedisCounter } from '../rate-limit/redis-counter.ts';
import type { SharedStore } from '../rate-limit/redis.ts';

/** Bounds the failed attempts to log in, on every page and endpoint together. */
export interface LoginThrottle {
  /**
   * Takes an attempt before it is evaluated. The result gives it back: call it unless the attempt has failed.
   *
   * @throws BearerError `rate_limited` with `Retry-After`; the attempt must not be evaluated then.
   */
  reserve(attempt: LoginAttempt): Promise<() => Promise<void>>;
}

// The window that is counted in, and the one before, in which an attempt may have begun.
const WINDOWS = {
  keepWindows: 2,
  expireSeconds: 130,
  // Some 100 bytes each. Only failures stay counted, and each costs a hash or a look-up: no minute has as many.
  maxKeys: 100_000,
  whenFull: 'refuse',
} as const;

/** @param store - counts for all processes; when it is null or unavailable, each process counts by itself. */
export function createLoginThrottle(clock: Clock, store: SharedStore | null): LoginThrottle {
  const counter = store ? createRedisCounter(store, WINDOWS) : createMemoryCounter(WINDOWS);
  return {
    async reserve(attempt) {
      const now = clock.now();
      const window = failureWindow(now);
      const counts = failureCounts(attempt, hashText);
      const used = await counter.add(counts, window);
      const taken = counts.slice(0, used.length).map(({ key }) => key);
      const giveBack = async (): Promise<void> => counter.takeBack(taken, window);
      const isOver = counts.some(({ limit }, index) => (used[index] ?? 0) > limit);
      if (!isOver) return giveBack;
      // A refused attempt is none: it takes nothing from the account and the address.
      await giveBack();
      throw tooManyFailures(now);
    },
  };
}
