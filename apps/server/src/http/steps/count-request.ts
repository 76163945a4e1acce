import type { RateBucket } from '@procurement-intents/contract';
import type { RateLimit } from '@procurement-intents/domain';
import type { RateLimiter } from '../../auth/rate-limit/rate-limiter.ts';
import type { RequestContext } from '../request-context.ts';

/** Counts the request for its App, and sets the rate limit headers. The pipeline refuses a request over the limit. */
export async function countSigned(
  request: RequestContext,
  limiter: RateLimiter,
  bucket: RateBucket,
): Promise<RateLimit> {
  const counted = await limiter.consume(request.caller.id, bucket);
  for (const [name, value] of Object.entries(counted.headers)) request.addHeader(name, value);
  return counted;
}
