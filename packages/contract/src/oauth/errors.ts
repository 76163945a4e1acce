import type { ErrorName } from '../errors.ts';

interface OAuthErrorRow {
  /** HTTP status of the answer of an endpoint. A redirect to the client carries the code alone. */
  status: number;
  /** Default of `error_description`: ASCII without `"` and `\`, as RFC 6749 5.2 demands. */
  description: string;
}

/** Every error of the authorization server under /oauth, by its code. Source: RFC 6749, 7009, 8628 and 8707, OpenID Connect. */
export const OAUTH_ERRORS = {
  invalid_request: { status: 400, description: 'The request is malformed' },
  invalid_client: { status: 401, description: 'The client is unknown, or its authentication failed' },
  invalid_grant: { status: 400, description: 'The grant is not valid, or not of this client' },
  unauthorized_client: { status: 400, description: 'The client may not use this grant type' },
  unsupported_grant_type: { status: 400, description: 'There is no such grant type' },
  unsupported_response_type: { status: 400, description: 'The response type must be code' },
  invalid_scope: { status: 400, description: 'The scope is unknown, or more than the client may have' },
  invalid_target: { status: 400, description: 'The resource is not one of this service' },
  access_denied: { status: 400, description: 'The person has denied the request' },
  login_required: { status: 400, description: 'The person must log in on a page' },
  authorization_pending: { status: 400, description: 'The person has not decided yet' },
  slow_down: { status: 400, description: 'Poll 5 seconds more slowly' },
  expired_token: { status: 400, description: 'The device code has expired' },
  temporarily_unavailable: { status: 503, description: 'The service cannot answer now' },
  server_error: { status: 500, description: 'Internal error' },
} as const satisfies Record<string, OAuthErrorRow>;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;
export const OAUTH_ERROR_CODES = Object.keys(OAUTH_ERRORS) as OAuthErrorCode[];

/**
 * The code and the status under /oauth of each error of the signed scheme that a step of the pipeline can throw there.
 * RFC 6749 names one code for whatever is wrong with a request.
 */
export const OAUTH_CODE_OF = {
  ROUTE_NOT_FOUND: { code: 'invalid_request', status: 404 },
  METHOD_NOT_ALLOWED: { code: 'invalid_request', status: 405 },
  HTTPS_REQUIRED: { code: 'invalid_request', status: 403 },
  BODY_TOO_LARGE: { code: 'invalid_request', status: 413 },
  URL_TOO_LONG: { code: 'invalid_request', status: 414 },
  MEDIA_TYPE_UNSUPPORTED: { code: 'invalid_request', status: 400 },
  BODY_MALFORMED: { code: 'invalid_request', status: 400 },
  REQUEST_MALFORMED: { code: 'invalid_request', status: 400 },
  VALIDATION_FAILED: { code: 'invalid_request', status: 400 },
  RATE_LIMITED: { code: 'temporarily_unavailable', status: 429 },
  UNAVAILABLE: { code: 'temporarily_unavailable', status: 503 },
  DATABASE_UNAVAILABLE: { code: 'temporarily_unavailable', status: 503 },
  INTERNAL: { code: 'server_error', status: 500 },
} as const satisfies Partial<Record<ErrorName, { code: OAuthErrorCode; status: number }>>;
