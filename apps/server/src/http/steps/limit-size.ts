import { LIMITS } from '@procurement-intents/contract';
import { ApiError } from '@procurement-intents/domain';
import type { RequestContext } from '../request-context.ts';

/** Refuses a URL over the limit (41401), then a body whose `Content-Length` is over its limit (41301). */
export function limitSize({ req }: RequestContext): void {
  if (req.url.length > LIMITS.urlChars) throw new ApiError('URL_TOO_LONG');
  if (Number(req.headers['content-length'] ?? 0) > LIMITS.bodyBytes) throw new ApiError('BODY_TOO_LARGE');
}
