import { type RouteMetadata, SIGNING_HEADERS } from '@procurement-intents/contract';
import type { AppDirectory } from '../../client-apps/app-directory.ts';
import type { RateLimiter } from '../../auth/rate-limit/rate-limiter.ts';
import { checkSignature, identifyApp } from '../../auth/signed/authenticate.ts';
import { ApiError } from '../../errors.ts';
import type { Clock } from '../../postgres/clock.ts';
import { addressKey } from '../address-key.ts';
import { readBody } from '../body/read-body.ts';
import { NO_BODY } from '../body/request-body.ts';
import type { RequestContext } from '../request-context.ts';

export interface AuthenticationDeps {
  apps: AppDirectory;
  clock: Clock;
  limiter: RateLimiter;
}

/**
 * Names the App and lets it prove itself: App and timestamp by the head alone, then the body, then its signature.
 * Failures are counted by address; beyond their limit an address is refused (42901) unless it names a known App.
 */
export async function authenticate(
  request: RequestContext,
  deps: AuthenticationDeps,
  body: Extract<RouteMetadata, { auth: 'signed' }>['body'],
): Promise<void> {
  const { req } = request;
  const address = addressKey(request.ip);
  // Invented ids cost a query each; who signs well keeps being served, whatever others do from the same address.
  if (!deps.apps.isKnown(req.get(SIGNING_HEADERS.appId) ?? '')) await deps.limiter.checkAuthFailures(address);
  const countFailure = async (error: unknown): Promise<never> => {
    if (error instanceof ApiError) await deps.limiter.consumeAuthFailure(address);
    throw error;
  };
  const app = await identifyApp(req, deps).catch(countFailure);
  request.rawBody = await readBody(request, body);
  try {
    checkSignature(req, request.rawBody, app, deps.clock.now());
  } catch (error) {
    if (request.rawBody.length > 0) req.incomingBody.discard();
    request.rawBody = NO_BODY;
    return countFailure(error);
  }
  request.app = app;
}
