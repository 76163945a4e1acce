import { type Failure, FAILURES } from './generated/tables.ts';
import type { FailureCode } from './generated/types.ts';

/**
 * Says what a `failureCode` means.
 *
 * @param code - also one of a release of the service that is later than this package. Such a code counts as not
 *   retryable, for an operator to look at: `failureReason` tells in words what happened.
 * @example if (intent.status === 'FAILED' && failureOf(intent.failureCode).retryable) offerAgain(intent);
 */
export function failureOf(code: FailureCode | (string & {})): Failure {
  return Object.hasOwn(FAILURES, code)
    ? FAILURES[code as FailureCode]
    : { retryable: false, actor: 'operator' };
}
