import {
  describeFieldIssue,
  ERROR_NAME_HEADER,
  type ErrorName,
  ERRORS,
  type ErrorRow,
  type Language,
} from '@procurement-intents/contract';
import { ApiError, type ValidationError } from './errors.ts';

/** An error with its texts in one language. */
export interface Refusal {
  name: ErrorName;
  data: unknown;
  /** Headers that the error itself sets. */
  headers: Readonly<Record<string, string>>;
}

/** The refusal for a thrown error. */
export function refusalOf(error: ApiError | ValidationError, language: Language): Refusal {
  if (error instanceof ApiError) return { name: error.errorName, data: error.data, headers: error.headers };
  const errors = error.problems.map(({ field, issue }) => ({
    field,
    message: describeFieldIssue(issue, language),
  }));
  return { name: 'VALIDATION_FAILED', data: { errors }, headers: {} };
}

// The window of a limit lasts one second, and a retry after an outage is cheap.
export const RETRY_AFTER_SECONDS = '1';

/** Status, headers and envelope of a refusal, as `ERRORS` defines them. Headers that the error itself sets win. */
export function presentRefusal({ name, data, headers }: Refusal, language: Language) {
  const row: ErrorRow = ERRORS[name];
  const isWorthRetrying = row.retry === 'later' && (row.status === 429 || row.status === 503);
  return {
    status: row.status,
    headers: {
      ...(isWorthRetrying && { 'Retry-After': RETRY_AFTER_SECONDS }),
      [ERROR_NAME_HEADER]: name,
      ...headers,
    },
    body: { code: row.code, message: row[language], data },
  };
}
