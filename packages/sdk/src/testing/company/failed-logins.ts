import { failureCounts, failureWindow, tooManyFailures } from '@procurement-intents/domain/bearer';
import type { TestClock } from '../types.ts';

export type FailedLogins = ReturnType<typeof createFailedLogins>;

/** Counts failed attempts to log in, by the minutes of the service's clock. All of them come from one address. */
export function createFailedLogins(clock: TestClock) {
  const used = new Map<string, number>();
  return {
    /**
     * Evaluates an attempt, and counts it when it fails.
     *
     * @param account - the kind of the account and its name, as `user zhang.san`.
     * @throws BearerError `rate_limited` after too many failures; nothing is evaluated then.
     */
    attempt(account: string, isRight: () => boolean): boolean {
      const now = clock.now();
      const counts = failureCounts({ account, address: 'in memory' }, String).map(({ key, limit }) => ({
        key: `${failureWindow(now)} ${key}`,
        limit,
      }));
      if (counts.some(({ key, limit }) => (used.get(key) ?? 0) >= limit)) throw tooManyFailures(now);
      const isAccepted = isRight();
      if (!isAccepted) for (const { key } of counts) used.set(key, (used.get(key) ?? 0) + 1);
      return isAccepted;
    },
    reset: () => used.clear(),
  };
}
