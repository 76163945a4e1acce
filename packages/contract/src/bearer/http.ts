/** How errors look: the envelope of the signed scheme, `{error: {code, message}}`, or that of RFC 6749. */
export type ErrorForm = 'envelope' | 'bearer' | 'oauth';

/**
 * The form of errors at a path and below it; everywhere else it is the envelope. `isBearer`: the bearer scheme is spoken there,
 * which pages of other origins may do, too.
 */
const PATHS: readonly { path: string; form: ErrorForm; isBearer: boolean }[] = [
  { path: '/v1', form: 'bearer', isBearer: true },
  { path: '/auth', form: 'bearer', isBearer: true },
  { path: '/console', form: 'bearer', isBearer: false },
  { path: '/oauth', form: 'oauth', isBearer: true },
  { path: '/.well-known', form: 'oauth', isBearer: false },
];
const BEARER_PATHS = PATHS.filter(({ isBearer }) => isBearer);

const isBelow = (path: string, base: string): boolean => path === base || path.startsWith(`${base}/`);

/** The form of errors at a path. */
export const errorFormAt = (path: string): ErrorForm =>
  PATHS.find((row) => isBelow(path, row.path))?.form ?? 'envelope';

/** Whether the bearer scheme is spoken at a path. */
export const isBearerPath = (path: string): boolean => BEARER_PATHS.some((row) => isBelow(path, row.path));

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
