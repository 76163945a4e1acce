import { type BearerCaller, BearerError, refusedCredential } from '@procurement-intents/domain/bearer';
import type { RateLimiter } from '../../auth/rate-limit/rate-limiter.ts';
import { addressKey } from '../../address-key.ts';
import type { RequestContext } from '../request-context.ts';
import { findHolder, type HolderDeps } from './find-holder.ts';

export interface BearerAuthentication extends HolderDeps {
  limiter: RateLimiter;
}

/**
 * Finds the holder of the credential that the request carries. Failures are counted by address, and
 * those beyond the limit refused as such. A valid credential is served whatever others do from the same address, so it is
 * looked for first: a guess costs one indexed look-up, shared with all that come at once.
 */
export async function authenticateBearer(
  request: RequestContext,
  { limiter, ...deps }: BearerAuthentication,
): Promise<BearerCaller> {
  const found = await findHolder(request, deps);
  if (found?.state === 'valid') return (request.bearer = found.caller);
  await limiter.consumeAuthFailure(addressKey(request.ip));
  throw found ? refusedCredential(found.state) : new BearerError('unauthorized');
}
