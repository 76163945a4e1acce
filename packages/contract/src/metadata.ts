import type { ErrorName } from './errors.ts';
import type { RateBucket } from './limits.ts';

/** Permissions of an App. */
export const PERMISSIONS = ['intents:read', 'intents:write'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What the HTTP pipeline checks before the handler of a route runs. */
export type RouteMetadata =
  | { auth: 'none'; errors: readonly ErrorName[] }
  | {
      auth: 'signed';
      permission: Permission;
      rateLimit: RateBucket;
      /** `json`: one JSON object; `none`: a body is refused. */
      body: 'json' | 'none';
      /** Every error that the route can return. */
      errors: readonly ErrorName[];
    };

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
