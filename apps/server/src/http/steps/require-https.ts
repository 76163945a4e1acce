import { ApiError } from '../../errors.ts';
import type { RequestContext } from '../request-context.ts';

const YEAR_SECONDS = 31_536_000;
/** Value of `Strict-Transport-Security` on every https answer. */
export const STRICT_TRANSPORT = `max-age=${YEAR_SECONDS}`;

/**
 * Asks browsers to stay on https, and with `isRequired` refuses what came without it (40301). Express believes
 * `X-Forwarded-Proto` from trusted proxies only.
 */
export function requireHttps({ req, res }: Pick<RequestContext, 'req' | 'res'>, isRequired: boolean): void {
  if (req.secure) res.setHeader('Strict-Transport-Security', STRICT_TRANSPORT);
  else if (isRequired) throw new ApiError('HTTPS_REQUIRED');
}
