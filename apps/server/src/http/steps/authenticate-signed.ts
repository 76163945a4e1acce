import { type RouteMetadata, SIGNING_HEADERS } from '@procurement-intents/contract';
import { ApiError } from '@procurement-intents/domain';
import type { AppDirectory, CallingApp } from '../../client-apps/app-directory.ts';
import type { RateLimiter } from '../../auth/rate-limit/rate-limiter.ts';
import { checkSignature, checkTimestamp, identifyApp } from '../../auth/signed/check-signed-request.ts';
import type { Clock } from '../../clock.ts';
import { addressKey } from '../../address-key.ts';
import { readBody } from '../body/read-body.ts';
import { NO_BODY } from '../body/request-body.ts';
import type { RequestContext } from '../request-context.ts';

export interface SignedAuthentication {
  apps: AppDirectory;
  clock: Clock;
  limiter: RateLimiter;
}

/**
 * Identifies the App and verifies its request: App id and timestamp in the headers, then the signature of the body.
 * Failures are counted by address; beyond their limit the address is refused (42901) unless it names a known App.
 */
export async function authenticateSigned(
  request: RequestContext,
  deps: SignedAuthentication,
  body: Extract<RouteMetadata, { auth: 'signed' }>['body'],
): Promise<void> {
  const { req } = request;
  const address = addressKey(request.ip);
  // An unknown App id costs a query. A known App is served whatever others do from the same address.
  if (!deps.apps.isKnown(req.get(SIGNING_HEADERS.appId) ?? '')) await deps.limiter.checkAuthFailures(address);
  let app: CallingApp;
  try {
    app = request.namedApp = await identifyApp(req, deps.apps);
    checkTimestamp(req, deps.clock);
  } catch (error) {
    return failAuthentication(error, address, deps);
  }
  request.rawBody = await readBody(request, body);
  try {
    checkSignature(req, request.rawBody, app, deps.clock.now());
  } catch (error) {
    if (request.rawBody.length > 0) req.incomingBody.discard();
    request.rawBody = NO_BODY;
    return failAuthentication(error, address, deps);
  }
  request.app = app;
}

async function failAuthentication(
  error: unknown,
  address: string,
  { limiter }: SignedAuthentication,
): Promise<never> {
  if (error instanceof ApiError) await limiter.consumeAuthFailure(address);
  throw error;
}
