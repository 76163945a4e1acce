import type { BearerErrorCode } from './errors.ts';
import type { Scope } from './scopes.ts';

/** What the HTTP pipeline checks before the handler of a route under /v1 or /auth runs. */
export type BearerMetadata =
  | {
      /** No credential is needed. */
      auth: 'none';
      body: 'json' | 'none';
      errors: readonly BearerErrorCode[];
    }
  | {
      auth: 'bearer';
      /** What token, client and person must all have; null: any valid credential may call. */
      scope: Scope | null;
      /** Who of those with the scope may call, where the handler judges more. A sentence. Default: all of them. */
      callers?: string;
      /** `json`: one JSON object; `none`: a body is refused. */
      body: 'json' | 'none';
      /** Every error that the route can return. */
      errors: readonly BearerErrorCode[];
      /** Whether a caller gets CSV when `Accept` prefers it. A contract names one form of a body. */
      hasCsv?: true;
      /**
       * Whether it reads many rows, as lists and reports do. A process works on few of these calls at once, and on one of a
       * person, so that they never take all connections.
       */
      readsMany?: true;
      /**
       * Whether a call that is repeated has a second effect, as a rotation that ends the secret of the first one. A client does not
       * repeat a call that may have been carried out.
       */
      isOnce?: true;
    };

/** Errors that every route under /v1 and /auth can return. */
export const COMMON_BEARER_ERRORS = [
  'uri_too_long',
  'payload_too_large',
  'forbidden',
  'validation_failed',
  'rate_limited',
  'internal',
  'unavailable',
] as const satisfies readonly BearerErrorCode[];

/** Errors that every route with a credential can return beside them. */
export const CREDENTIAL_ERRORS = [
  'unauthorized',
  'token_expired',
] as const satisfies readonly BearerErrorCode[];

/**
 * The metadata of a route that needs a credential.
 *
 * @param scope - null: any valid credential may call.
 * @param errors - those of this route alone.
 */
export function bearer<const E extends readonly BearerErrorCode[]>(
  scope: Scope | null,
  body: 'json' | 'none',
  errors: E,
) {
  return {
    auth: 'bearer',
    scope,
    body,
    errors: [
      ...COMMON_BEARER_ERRORS,
      ...CREDENTIAL_ERRORS,
      ...(scope === null ? [] : (['insufficient_scope'] as const)),
      ...(body === 'json' ? (['unsupported_media_type'] as const) : []),
      ...errors,
    ],
  } satisfies BearerMetadata;
}
