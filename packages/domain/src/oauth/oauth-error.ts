import { type ErrorName, ERRORS } from '@procurement-intents/contract';
import { OAUTH_CODE_OF, OAUTH_ERRORS, type OAuthErrorCode } from '@procurement-intents/contract/oauth';
import { BearerError } from '../bearer/bearer-error.ts';
import { NO_STORE } from '../intents/response-headers.ts';
import { type Refusal, RETRY_AFTER_SECONDS } from '../present-error.ts';

interface Options {
  /** Default: that of the code. ASCII without `"` and `\`. */
  description?: string;
  /** Default: that of the code. */
  status?: number;
  headers?: Record<string, string>;
}

/** An error that a caller of an endpoint under /oauth must see. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: OAuthErrorCode, { description, status, headers = {} }: Options = {}) {
    super(description ?? OAUTH_ERRORS[code].description);
    this.code = code;
    this.status = status ?? OAUTH_ERRORS[code].status;
    this.headers = headers;
  }
}

/** Nothing under /oauth may be kept by a cache, an old one included. RFC 6749, 5.1. */
export const UNCACHED = { ...NO_STORE, Pragma: 'no-cache' } as const;

/**
 * Status, headers and body under /oauth of what was thrown. RFC 6749, 5.2.
 *
 * @param error - one of the authorization server, or a refusal of a step that all schemes share. Of the bearer scheme's own
 *   steps only the limit of failures refuses there.
 */
export function presentOAuthError(error: OAuthError | BearerError | Refusal) {
  const { code, status, headers, message } = error instanceof OAuthError ? error : translated(error);
  const isPassing = status === 429 || status === 503;
  return {
    status,
    headers: { ...UNCACHED, ...(isPassing && { 'Retry-After': RETRY_AFTER_SECONDS }), ...headers },
    body: { error: code, error_description: message },
  };
}

const CODES: Partial<Record<ErrorName, { code: OAuthErrorCode; status: number }>> = OAUTH_CODE_OF;

function translated(
  error: BearerError | Refusal,
): Pick<OAuthError, 'code' | 'status' | 'headers' | 'message'> {
  const { headers } = error;
  const name = error instanceof BearerError ? nameOf(error) : error.name;
  const { code, status } = CODES[name] ?? OAUTH_CODE_OF.INTERNAL;
  return { code, status, headers, message: ERRORS[name].en.replaceAll(/["\\]|[^\x20-\x7e]/g, "'") };
}

const nameOf = ({ code }: BearerError): ErrorName => (code === 'rate_limited' ? 'RATE_LIMITED' : 'INTERNAL');
