import { YEAR_SECONDS } from '@procurement-intents/contract';
import { ApiError } from '@procurement-intents/domain';
import type { RequestContext } from '../request-context.ts';

/** Value of `Strict-Transport-Security` on every https response. */
export const STRICT_TRANSPORT = `max-age=${YEAR_SECONDS}`;

/**
 * Sends `Strict-Transport-Security` over https, and with `isRequired` refuses requests without https (40301). Express
 * reads `X-Forwarded-Proto` of trusted proxies only.
 */
export function requireHttps(request: Pick<RequestContext, 'req' | 'addHeader'>, isRequired: boolean): void {
  if (request.req.secure) request.addHeader('Strict-Transport-Security', STRICT_TRANSPORT);
  else if (isRequired) throw new ApiError('HTTPS_REQUIRED');
}
