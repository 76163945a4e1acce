import { ERRORS, type Language } from '@procurement-intents/contract';
import {
  BEARER_CODE_OF,
  BEARER_ERRORS,
  type BearerErrorCode,
  type BearerErrorRow,
} from '@procurement-intents/contract/bearer';
import { type Refusal, RETRY_AFTER_SECONDS } from '../present-error.ts';
import { BearerError } from './bearer-error.ts';

/** An error of the bearer scheme with its texts in one language. */
interface BearerRefusal {
  code: BearerErrorCode;
  extras: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, string>>;
}

/**
 * Status, headers and body under /v1 and /auth of what was thrown.
 *
 * @param error - one of the bearer scheme, or a refusal of a rule or step that both schemes share.
 */
export function presentBearerError(error: BearerError | Refusal, language: Language) {
  const { code, extras, headers } = error instanceof BearerError ? error : translated(error, language);
  const row: BearerErrorRow = BEARER_ERRORS[code];
  return {
    status: row.status,
    headers: {
      ...(row.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(row.retry === 'later' && row.status !== 500 && { 'Retry-After': RETRY_AFTER_SECONDS }),
      ...headers,
    },
    body: { error: { code, message: row[language], ...extras } },
  };
}

/** The same refusal in the words of the bearer scheme. */
function translated({ name, data, headers }: Refusal, language: Language): BearerRefusal {
  const extras = extrasOf(name, data, ERRORS[name][language]);
  return { code: BEARER_CODE_OF[name], headers, extras };
}

function extrasOf(name: Refusal['name'], data: unknown, message: string): Record<string, unknown> {
  switch (name) {
    case 'VALIDATION_FAILED':
    case 'IP_NOT_ALLOWED':
      return data as Record<string, unknown>;
    case 'BODY_MALFORMED':
    case 'REQUEST_MALFORMED':
      return { errors: [{ field: 'body', message }] };
    case 'VERSION_CONFLICT':
      return { current_version: (data as { currentVersion: number }).currentVersion };
    case 'CANCEL_REFUSED':
    case 'DELETE_REFUSED':
    case 'CANCEL_FAILED':
      return { reason: (data as { reason: string }).reason };
    default:
      return {};
  }
}
