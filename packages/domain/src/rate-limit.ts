/** A bucket in one second, after a request was counted in it. */
export interface BucketCount {
  /** Requests that the bucket lets through. */
  limit: number;
  /** Requests so far, refused ones included. */
  used: number;
}

export const isOver = ({ limit, used }: BucketCount): boolean => used > limit;

/** The bucket that an answer tells of, of at least one: the last one that is over, else the first with the least room. */
export function tightestBucket(counts: readonly BucketCount[]): BucketCount {
  return counts.reduce((a, b) => (isOver(b) || remainingIn(b) < remainingIn(a) ? b : a));
}

/** The three headers of a signed answer. @param second - Unix second in which the request was counted. */
export function rateLimitHeaders(count: BucketCount, second: number) {
  return {
    'X-RateLimit-Limit': String(count.limit),
    'X-RateLimit-Remaining': String(remainingIn(count)),
    'X-RateLimit-Reset': String(second + 1),
  };
}

const remainingIn = ({ limit, used }: BucketCount): number => Math.max(limit - used, 0);
