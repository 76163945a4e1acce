import type { BearerMetadata } from '@procurement-intents/contract/bearer';
import type { RateLimit } from '@procurement-intents/domain';
import { BearerError, hasScope } from '@procurement-intents/domain/bearer';
import type { BearerCaller, Credentials } from '../../auth/bearer/bearer-caller.ts';
import type { RateLimiter } from '../../auth/rate-limit/rate-limiter.ts';
import { addressKey } from '../../address-key.ts';
import type { RequestContext } from '../request-context.ts';

export interface BearerDeps {
  credentials: Credentials;
  limiter: RateLimiter;
}

type Needs = Extract<BearerMetadata, { auth: 'bearer' }>;

// 6750 2.1: the scheme's name is case-insensitive. Longer than any credential of ours is none.
const BEARER = /^bearer +(\S{1,200})$/i;

/**
 * Finds the holder of the credential in `Authorization`; elsewhere none is looked for. Failures are counted by address, and
 * those beyond the limit refused as such. A valid credential is served whatever others do from the same address, so it is
 * looked for first: a guess costs one indexed look-up, shared with all that come at once.
 */
export async function authenticateBearer(
  request: RequestContext,
  { credentials, limiter }: BearerDeps,
): Promise<BearerCaller> {
  const header = request.req.headers.authorization;
  const address = addressKey(request.ip);
  const credential = BEARER.exec(header ?? '')?.[1];
  if (credential === undefined) {
    await limiter.consumeAuthFailure(address);
    throw new BearerError('unauthorized');
  }
  const found = await credentials.find(credential);
  if (found.state === 'valid') return (request.bearer = found.caller);
  await limiter.consumeAuthFailure(address);
  throw new BearerError(found.state === 'expired' ? 'token_expired' : 'unauthorized', {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });
}

/** Counts the call for its credential, and sets the rate limit headers. */
export async function countBearer(request: RequestContext, { limiter }: BearerDeps): Promise<RateLimit> {
  const counted = await limiter.consumeBearer(request.holder.credentialId);
  for (const [name, value] of Object.entries(counted.headers)) request.addHeader(name, value);
  return counted;
}

/** Refuses a credential without the scope that the route needs. */
export function checkScope({ scopes }: BearerCaller, { scope }: Needs): void {
  if (scope === null || hasScope(scopes, scope)) return;
  throw new BearerError('insufficient_scope', {
    extras: { required_scope: scope },
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}
