/** The paths below which the bearer scheme is spoken. */
export const BEARER_PATHS = ['/v1', '/auth', '/oauth'] as const;

/** Whether a path is one of {@link BEARER_PATHS}, or below it. */
export const isBearerPath = (path: string): boolean =>
  BEARER_PATHS.some((base) => path === base || path.startsWith(`${base}/`));

/** Every request header that the bearer side reads. */
export const BEARER_REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'X-Request-Id',
  'Accept-Language',
] as const;

/** Every response header of the bearer side that a client acts on. */
export const BEARER_RESPONSE_HEADERS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
  'ETag',
  'Idempotency-Replayed',
] as const;
