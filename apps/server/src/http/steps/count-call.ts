import type { RateBucket } from '@procurement-intents/contract';
import type { RateLimit } from '@procurement-intents/domain';
import type { RateLimiter } from '../../auth/rate-limit/rate-limiter.ts';
import type { RequestContext } from '../request-context.ts';

/** Counts the call for its App, and sets the rate limit headers. The pipeline refuses a call over the limit. */
export const countSigned = async (
  request: RequestContext,
  limiter: RateLimiter,
  bucket: RateBucket,
  weight = 1,
): Promise<RateLimit> => shown(request, await limiter.consume(request.caller.id, bucket, weight));

/** As {@link countSigned}, for the credential of the call. */
export const countBearer = async (request: RequestContext, limiter: RateLimiter): Promise<RateLimit> =>
  shown(request, await limiter.consumeBearer(request.holder.credentialId));

function shown(request: RequestContext, counted: RateLimit): RateLimit {
  for (const [name, value] of Object.entries(counted.headers)) request.addHeader(name, value);
  return counted;
}
