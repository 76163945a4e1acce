import { MINUTE_RATES } from '@procurement-intents/contract';
import { BearerError, failureWindow, secondsToNextWindow } from '@procurement-intents/domain/bearer';
import type { Clock } from '../../clock.ts';
import { hashText } from '../../hash-text.ts';
import { createMemoryCounter } from '../rate-limit/memory-counter.ts';
import { createRedisCounter } from '../rate-limit/redis-counter.ts';
import type { SharedStore } from '../rate-limit/redis.ts';

/** Takes one from what `who` may do in this minute. @throws BearerError `rate_limited` with `Retry-After`. */
export type MinuteLimit = (who: string) => Promise<void>;

const WINDOWS = { keepWindows: 1, expireSeconds: 70, maxKeys: 100_000, whenFull: 'refuse' } as const;

/**
 * A limit of something by minute.
 *
 * @param store - counts for all processes; when it is null or unavailable, each process counts by itself.
 * @param name - of the bucket in `MINUTE_RATES`: how many one `who` has.
 */
export function createMinuteLimit(
  clock: Clock,
  store: SharedStore | null,
  name: keyof typeof MINUTE_RATES,
): MinuteLimit {
  const each = MINUTE_RATES[name];
  const counter = store ? createRedisCounter(store, WINDOWS) : createMemoryCounter(WINDOWS);
  return async (who) => {
    const now = clock.now();
    const count = { key: `${name}:${hashText(who)}`, limit: each };
    const [used = 0] = await counter.add([count], failureWindow(now));
    if (used <= each) return;
    throw new BearerError('rate_limited', { headers: { 'Retry-After': String(secondsToNextWindow(now)) } });
  };
}
