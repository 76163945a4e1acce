import { ProcurementIntentsError, type BearerOperationId, type RefusalFacts } from '../errors.ts';
import type { BearerErrorsByCode, BearerOperations } from '../generated/bearer-types.ts';

/**
 * Codes of {@link BearerError}; a later service may have more. Those of RFC 6749 come from the request for a token;
 * `unknown` is a response without a code, such as the error page of a proxy.
 */
export type BearerErrorCode = keyof BearerErrorsByCode | OAuthErrorCode | 'unknown';

/** Why no token was given for the client's credentials. */
export type OAuthErrorCode =
  | 'invalid_client'
  | 'invalid_request'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'temporarily_unavailable'
  | 'server_error';

type DataOf<C> = C extends keyof BearerErrorsByCode ? BearerErrorsByCode[C]['data'] : unknown;

/** The parts of a response from which a {@link BearerError} is made. */
interface BearerErrorInit extends RefusalFacts {
  code: string;
  message: string;
  data: object;
}

/** The service returned an error. Use `code` to distinguish errors; {@link isBearerError} narrows `data` by it. */
export class BearerError<C extends BearerErrorCode = BearerErrorCode> extends ProcurementIntentsError {
  declare readonly name: 'BearerError';
  declare readonly operation: BearerOperationId;
  declare readonly code: C;
  /** HTTP status. */
  declare readonly status: number;
  /** Details, by code, as `errors` of `validation_failed`; an empty object for most. */
  declare readonly data: DataOf<C>;
  /** `X-Request-Id` of the response: quote it when you ask for help. `null` when it was not readable. */
  declare readonly requestId: string | null;

  /** @internal */
  constructor({ message, ...facts }: BearerErrorInit) {
    const { operation, code, status, data, requestId } = facts;
    const details = JSON.stringify(data);
    const request = requestId === null ? '' : `, request ${requestId}`;
    super(`${operation}: ${message} (${code} ${details}, HTTP ${status}${request})`, {
      name: 'BearerError',
      ...facts,
      retryable: status === 429 || status >= 500,
    });
  }

  /**
   * Two copies of this class (import and require) can live in one process, so `instanceof` is not enough.
   *
   * @internal
   */
  get isProcurementBearerError(): true {
    return true;
  }
}

/** Every {@link BearerError} with its own code and data, for a `switch` on `code`. */
export type AnyBearerError = { [C in BearerErrorCode]: BearerError<C> }[BearerErrorCode];

/** Codes that no operation declares: of tokens, and of a request that does not reach an operation. */
type UndeclaredCode = OAuthErrorCode | 'method_not_allowed' | 'not_found' | 'unknown';

/** Every {@link BearerError} that the operation can throw, for an exhaustive `switch` on `code`. */
export type BearerOperationError<O extends keyof BearerOperations> = {
  [C in BearerOperations[O] | UndeclaredCode]: BearerError<C>;
}[BearerOperations[O] | UndeclaredCode];

/**
 * Whether `error` is a {@link BearerError}, and has one of `codes` when any are given.
 *
 * @example if (isBearerError(error, 'conflict')) console.log(error.data.current_version);
 */
export function isBearerError(error: unknown): error is AnyBearerError;
export function isBearerError<C extends BearerErrorCode>(
  error: unknown,
  ...codes: C[]
): error is { [K in C]: BearerError<K> }[C];
export function isBearerError(error: unknown, ...codes: BearerErrorCode[]): boolean {
  const { isProcurementBearerError, code } = (error ?? {}) as Partial<AnyBearerError>;
  return isProcurementBearerError === true && (codes.length === 0 || codes.includes(code as BearerErrorCode));
}

/**
 * Whether `error` is a {@link BearerError} of the given operation.
 *
 * @example if (isBearerErrorOf(error, 'suppliers.create')) console.log(error.code);
 */
export function isBearerErrorOf<O extends keyof BearerOperations>(
  error: unknown,
  operation: O,
): error is BearerOperationError<O> {
  return isBearerError(error) && error.operation === operation;
}
