import {
  describeFieldIssue,
  ERROR_NAME_HEADER,
  type ErrorName,
  ERRORS,
  type ErrorRow,
  type Language,
} from '@procurement-intents/contract';
import { ApiError, type ValidationError } from './errors.ts';

/** An error as it was thrown, ready to be answered in one language. */
export interface Refusal {
  name: ErrorName;
  data: unknown;
  /** Headers of its own. */
  headers: Readonly<Record<string, string>>;
}

/** The refusal that an error stands for. */
export function refusalOf(error: ApiError | ValidationError, language: Language): Refusal {
  if (error instanceof ApiError) return { name: error.errorName, data: error.data, headers: error.headers };
  const errors = error.problems.map(({ field, issue }) => ({
    field,
    message: describeFieldIssue(issue, language),
  }));
  return { name: 'VALIDATION_FAILED', data: { errors }, headers: {} };
}

// A limit's window lasts a second, and an outage is worth a look that soon.
const RETRY_AFTER_SECONDS = '1';

/** Status, headers and envelope of a refusal, as `ERRORS` holds them; the headers of its own win. */
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
