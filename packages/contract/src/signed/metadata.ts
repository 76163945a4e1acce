import type { ErrorName } from '../errors.ts';
import type { RateBucket } from '../limits.ts';
import type { Permission } from '../permissions.ts';

/** What the HTTP pipeline checks before the handler of a route runs. */
export type RouteMetadata = OpenMetadata | SignedMetadata;

/** A route that everyone may call. */
export interface OpenMetadata {
  auth: 'none';
  /** Every error that the route can return. */
  errors: readonly ErrorName[];
}

/** A route for Apps, which sign their calls. */
export interface SignedMetadata {
  auth: 'signed';
  /** One of them is enough. */
  permissions: readonly Permission[];
  rateLimit: RateBucket;
  /** `json`: one JSON object; `none`: a body is refused. */
  body: 'json' | 'none';
  /** Every error that the route can return. */
  errors: readonly ErrorName[];
}

/** What a signed route asks for; null for an open one. A third kind of route does not compile here. */
export function signedPartOf(metadata: RouteMetadata): SignedMetadata | null {
  if (metadata.auth === 'signed') return metadata;
  metadata satisfies OpenMetadata;
  return null;
}

/** Errors that every route under /api can return. */
export const COMMON_ERRORS = [
  'URL_TOO_LONG',
  'BODY_TOO_LARGE',
  'HTTPS_REQUIRED',
  'INTERNAL',
  'UNAVAILABLE',
] as const satisfies readonly ErrorName[];

/** Errors that every signed route can return, in the order of the checks. */
export const SIGNED_ERRORS = [
  'APP_UNKNOWN',
  'TIMESTAMP_INVALID',
  'SIGNATURE_INVALID',
  'IP_NOT_ALLOWED',
  'PERMISSION_MISSING',
  'RATE_LIMITED',
  'BODY_MALFORMED',
  'VALIDATION_FAILED',
] as const satisfies readonly ErrorName[];

/**
 * The metadata of a signed route with all errors that such a route can return.
 *
 * @param permissions - one, or several of which one is enough.
 */
export function signed<const E extends readonly ErrorName[]>(
  permissions: Permission | readonly Permission[],
  rateLimit: RateBucket,
  body: SignedMetadata['body'],
  errors: E,
) {
  return {
    auth: 'signed',
    permissions: typeof permissions === 'string' ? [permissions] : permissions,
    rateLimit,
    body,
    errors: [...COMMON_ERRORS, ...SIGNED_ERRORS, ...errors],
  } satisfies RouteMetadata;
}
