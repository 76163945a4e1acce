import { RATE_WEIGHTS, type RateBucket } from '@procurement-intents/contract';

/** A bucket in one second, after it counted a request. */
export interface BucketCount {
  /** Requests that the bucket allows. */
  limit: number;
  /** Requests so far, including refused ones. */
  used: number;
  /** The call found no room for its weight: it is refused, and counted once. */
  isShort?: boolean;
}

/** What a caller is told about the limits of one request. */
export interface RateLimit {
  /** Whether the request exceeds a limit. */
  isOver: boolean;
  headers: ReturnType<typeof rateLimitHeaders>;
}

/**
 * The buckets that count a request, in order. After the first that is over its limit, no more count it: a request that
 * its own bucket refuses does not use up the App's general limit.
 */
export const bucketsOf = (bucket: RateBucket) => [bucket, 'general'] as const;

/**
 * The buckets that count a call after its own one: none when that is over its limit.
 *
 * @param own - the call's own bucket, after it counted the weight of the call.
 */
export const bucketsAfter = (own: BucketCount, bucket: RateBucket) =>
  isOver(own) ? [] : bucketsOf(bucket).slice(1);

/**
 * Counts a request in `buckets` in order, up to the first that is over its limit. Returns those that counted it. The script
 * `ADD` of the counter in Redis (`redis-counter.ts` of the server) does the same: `redis-counter.test.ts` holds both to one
 * answer.
 *
 * @param increment - adds one to the count of a bucket, and returns the new count.
 */
export function countRequest<Bucket extends { limit: number }>(
  buckets: readonly Bucket[],
  increment: (bucket: Bucket) => number,
): BucketCount[] {
  const counted: BucketCount[] = [];
  for (const bucket of buckets) {
    const count = { limit: bucket.limit, used: increment(bucket) };
    counted.push(count);
    if (isOver(count)) break;
  }
  return counted;
}

/** How often a call counts in its own bucket. @param body - as it was parsed, whether or not it is valid. */
export function weightOf(operation: string, body: unknown): number {
  if (!isWeighed(operation)) return 1;
  const { list, entries, most } = RATE_WEIGHTS[operation];
  const given = (body as Record<string, unknown> | null | undefined)?.[list];
  return Array.isArray(given) ? Math.max(1, Math.ceil(Math.min(given.length, most) / entries)) : 1;
}

/**
 * The same before the call is let in. A body that cannot be parsed counts once, and is refused after all other checks.
 *
 * @param parse - parses the body; asked where calls count by what it holds.
 */
export function weigh<Call, Route>(
  operation: string,
  parse: (call: Call, route: Route) => unknown,
  call: Call,
  route: Route,
): number {
  if (!isWeighed(operation)) return 1;
  try {
    return weightOf(operation, parse(call, route));
  } catch {
    return 1;
  }
}

/** Whether the calls of an operation count by their body. */
const isWeighed = (operation: string): operation is keyof typeof RATE_WEIGHTS =>
  Object.hasOwn(RATE_WEIGHTS, operation);

/**
 * Counts a call of some weight in a bucket: all of it, or once when there is no room for all. The script
 * `ADD_WEIGHT` of the counter in Redis (`redis-counter.ts` of the server) decides the same: `redis-counter.test.ts` holds
 * both to one answer.
 */
export function addWeight(limit: number, used: number, weight: number): BucketCount {
  const isShort = used + weight > limit;
  return { limit, used: used + (isShort ? 1 : weight), isShort };
}

export const isOver = ({ limit, used, isShort = false }: BucketCount): boolean => isShort || used > limit;

/** Whether the next request would be over the limit. */
export const isFull = ({ limit, used }: BucketCount): boolean => used >= limit;

/**
 * The limits of a request, from the buckets that counted it.
 *
 * @param counts - at least one.
 * @param second - Unix second in which the request was counted.
 */
export function presentRateLimit(counts: readonly BucketCount[], second: number): RateLimit {
  const tightest = tightestBucket(counts);
  return { isOver: isOver(tightest), headers: rateLimitHeaders(tightest, second) };
}

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
