import type { z } from 'zod';
import type { ErrorRow } from './errors/error-row.ts';
import { REQUEST_ERRORS } from './errors/status-400-to-403.ts';
import { RESOURCE_ERRORS } from './errors/status-404-to-429.ts';
import { SERVER_ERRORS } from './errors/status-500-to-503.ts';
import type { Language } from './field-issues.ts';

export type { ErrorRow, RetryAdvice } from './errors/error-row.ts';

/** Response header with the name of the error, a key of {@link ERRORS}. Every error response under /api carries it. */
export const ERROR_NAME_HEADER = 'X-Error-Name';

/** Every error of the service, by name: one code can have two meanings. */
export const ERRORS = { ...REQUEST_ERRORS, ...RESOURCE_ERRORS, ...SERVER_ERRORS } as const satisfies Record<
  string,
  ErrorRow
>;

export type ErrorName = keyof typeof ERRORS;
export const ERROR_NAMES = Object.keys(ERRORS) as ErrorName[];
/** The errors that the bearer scheme can answer too, under a code of its own. */
export type SharedErrorName = {
  [N in ErrorName]: (typeof ERRORS)[N] extends { isSignedOnly: true } ? never : N;
}[ErrorName];
/** What `data` holds for an error of this name. */
export type ErrorData<N extends ErrorName> = (typeof ERRORS)[N]['data'] extends z.ZodType
  ? z.infer<(typeof ERRORS)[N]['data']>
  : null;

/** What a page about one error says in a language. Texts have Markdown's code spans and no other markup. */
export interface ErrorText {
  /** What `message` says. */
  message: string;
  cause: string;
  fix: string;
  /** Whether the same call may be repeated. */
  repeat: string;
  givenBy: string;
}

/** What is known of an error, for pages about one error. */
export interface ErrorDescription extends Pick<ErrorRow, 'code' | 'status'> {
  name: ErrorName;
  texts: Record<Language, ErrorText>;
  /** An example of the body. */
  body: unknown;
}
