import { RATE_LIMITS, type RateBucket, CALLER_RATES } from '@procurement-intents/contract';
import {
  addWeight,
  ApiError,
  type BucketCount,
  bucketsAfter,
  bucketsOf,
  countRequest,
  isFull,
  isOver,
  presentRateLimit,
  type RateLimit,
} from '@procurement-intents/domain';
import type { TestServiceOptions } from '../types.ts';

export type RateCounter = ReturnType<typeof createRateCounter>;

/** Counts requests in whole seconds of the service's clock. */
export function createRateCounter(overrides: TestServiceOptions['limits'] = {}) {
  const limits = {
    ...RATE_LIMITS,
    bearer: CALLER_RATES.bearer,
    ...overrides,
    authFailure: CALLER_RATES.authFailure,
  };
  type Name = keyof typeof limits;
  const counts = new Map<string, number>();
  let countedSecond = 0;

  const usedBy = (name: Name, subject: string) => counts.get(`${name} ${subject}`) ?? 0;
  const startSecond = (nowMs: number) => {
    const second = Math.floor(nowMs / 1000);
    if (second !== countedSecond) counts.clear();
    countedSecond = second;
  };
  const count = (names: readonly Name[], who: string) =>
    countRequest(
      names.map((name) => ({ name, limit: limits[name] })),
      ({ name }) => {
        const used = usedBy(name, who) + 1;
        counts.set(`${name} ${who}`, used);
        return used;
      },
    );

  /** The same for a call that weighs more than one. */
  function countHeavy(appId: string, bucket: RateBucket, weight: number): BucketCount[] {
    const [own] = bucketsOf(bucket);
    const counted = addWeight(limits[own], usedBy(own, appId), weight);
    counts.set(`${own} ${appId}`, counted.used);
    return [counted, ...count(bucketsAfter(counted, bucket), appId)];
  }

  return {
    /** Counts a request. Returns the headers of the bucket with the fewest requests left. */
    consume(appId: string, bucket: RateBucket, nowMs: number, weight = 1): RateLimit {
      startSecond(nowMs);
      if (weight > 1) return presentRateLimit(countHeavy(appId, bucket, weight), countedSecond);
      return presentRateLimit(count(bucketsOf(bucket), appId), countedSecond);
    },
    /** Counts a request of a bearer credential. */
    consumeBearer(credentialId: string, nowMs: number): RateLimit {
      startSecond(nowMs);
      return presentRateLimit(count(['bearer'], credentialId), countedSecond);
    },
    /** Counts a failed authentication. @throws ApiError `RATE_LIMITED` when there were too many. */
    consumeAuthFailure(nowMs: number): void {
      startSecond(nowMs);
      if (count(['authFailure'], '').some(isOver)) throw new ApiError('RATE_LIMITED');
    },
    /** Throws like `consumeAuthFailure`, but counts nothing. For an unknown App, before any other check. */
    checkAuthFailures(nowMs: number): void {
      startSecond(nowMs);
      if (isFull({ limit: limits.authFailure, used: usedBy('authFailure', '') }))
        throw new ApiError('RATE_LIMITED');
    },
    reset: () => counts.clear(),
  };
}
