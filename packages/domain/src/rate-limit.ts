/** A bucket in one second, after it counted a request. */
export interface BucketCount {
  /** Requests that the bucket allows. */
  limit: number;
  /** Requests so far, including refused ones. */
  used: number;
}

export const isOver = ({ limit, used }: BucketCount): boolean => used > limit;

/**
 * The bucket that a response reports: the last one over its limit, else the first with the fewest requests left.
 *
 * @param counts - at least one.
 */
export function tightestBucket(counts: readonly BucketCount[]): BucketCount {
  return counts.reduce((a, b) => (isOver(b) || remainingIn(b) < remainingIn(a) ? b : a));
}

/** The three rate limit headers of a signed response. @param second - Unix second in which the request was counted. */
export function rateLimitHeaders(count: BucketCount, second: number) {
  return {
    'X-RateLimit-Limit': String(count.limit),
    'X-RateLimit-Remaining': String(remainingIn(count)),
    'X-RateLimit-Reset': String(second + 1),
  };
}

const remainingIn = ({ limit, used }: BucketCount): number => Math.max(limit - used, 0);
