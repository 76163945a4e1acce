import { CALLER_RATES, RATE_LIMITS, type RateBucket } from '@procurement-intents/contract';
import {
  ApiError,
  type BucketCount,
  isOver,
  rateLimitHeaders,
  tightestBucket,
} from '@procurement-intents/domain';

/** 42901. Made once, as every request beyond a limit throws it. */
export const RATE_LIMITED = new ApiError('RATE_LIMITED');

/** Counts requests in whole seconds of Unix time, in the memory of this process. */
export class RateLimits {
  #second = 0;
  #used = new Map<string, number>();

  /** Counts one request of the App: whether it is one too many, and the three headers that tell what is left. */
  consume(appId: string, bucket: RateBucket): { isOver: boolean; headers: Record<string, string> } {
    const own = this.#count(`${bucket} ${appId}`, RATE_LIMITS[bucket]);
    // A request that its own bucket refuses does not use up the App's general ceiling.
    const counts = isOver(own) ? [own] : [own, this.#count(`general ${appId}`, RATE_LIMITS.general)];
    const tightest = tightestBucket(counts);
    return { isOver: isOver(tightest), headers: rateLimitHeaders(tightest, this.#second) };
  }

  /** Counts one failed authentication of an address. @throws ApiError `RATE_LIMITED` (42901). */
  consumeAuthFailure(address: string): void {
    if (isOver(this.#count(`failure ${address}`, CALLER_RATES.authFailure))) throw RATE_LIMITED;
  }

  #count(key: string, limit: number): BucketCount {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#used = new Map();
    }
    const used = (this.#used.get(key) ?? 0) + 1;
    this.#used.set(key, used);
    return { limit, used };
  }
}
