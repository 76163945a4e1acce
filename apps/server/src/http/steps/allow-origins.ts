import { ERROR_NAME_HEADER, SIGNING_HEADERS } from '@procurement-intents/contract';
import cors from 'cors';
import type { RequestContext } from '../request-context.ts';

// Browsers repeat the preflight request after this time, so a changed list takes effect soon.
const PREFLIGHT_SECONDS = 600;
/** Response headers that a page may read: all that the SDK uses. */
const READABLE_HEADERS = [
  'X-Request-Id',
  ERROR_NAME_HEADER,
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Date',
  'ETag',
  'Idempotency-Replayed',
];
const REQUEST_HEADERS = [
  ...Object.values(SIGNING_HEADERS),
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'X-Request-Id',
  'Accept-Language',
];

/**
 * Lets pages of these origins call and read the API. Signatures come from their backends; cookies are never used.
 *
 * @returns a step that returns whether the request continues; it answers preflight requests itself.
 */
export function allowOrigins(origins: readonly string[]): (request: RequestContext) => boolean {
  if (origins.length === 0) return () => true;
  const apply = cors({
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: READABLE_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
  return ({ req, res }) => {
    let continues = false;
    apply(req, res, () => (continues = true));
    return continues;
  };
}
