import {
  type BearerCaller,
  BearerError,
  readCredential,
  refusedCredential,
} from '@procurement-intents/domain/bearer';
import type { Credentials } from '../../auth/bearer/bearer-caller.ts';
import type { RateLimiter } from '../../auth/rate-limit/rate-limiter.ts';
import { addressKey } from '../../address-key.ts';
import type { RequestContext } from '../request-context.ts';

export interface BearerAuthentication {
  credentials: Credentials;
  limiter: RateLimiter;
}

/**
 * Finds the holder of the credential in `Authorization`; elsewhere none is looked for. Failures are counted by address, and
 * those beyond the limit refused as such. A valid credential is served whatever others do from the same address, so it is
 * looked for first: a guess costs one indexed look-up, shared with all that come at once.
 */
export async function authenticateBearer(
  request: RequestContext,
  { credentials, limiter }: BearerAuthentication,
): Promise<BearerCaller> {
  const address = addressKey(request.ip);
  const credential = readCredential(request.req.headers.authorization);
  if (credential === null) {
    await limiter.consumeAuthFailure(address);
    throw new BearerError('unauthorized');
  }
  const found = await credentials.find(credential);
  if (found.state === 'valid') return (request.bearer = found.caller);
  await limiter.consumeAuthFailure(address);
  throw refusedCredential(found.state);
}
