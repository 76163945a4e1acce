import { fixOf } from '#fix';
import type {
  ErrorDataByName,
  ErrorName,
  ErrorsByName,
  FieldErrors,
  OperationId,
  Operations,
} from './generated/types.ts';
import { isTransient, nameError, type Refusal } from './http/name-error.ts';

/**
 * Names of {@link ApiError}; `UNKNOWN` is a response that this version does not recognise, such as the error page of
 * a proxy.
 */
export type ApiErrorName = ErrorName | 'UNKNOWN';

// Two copies of this module (import and require) can live in one process, so `instanceof` is not enough.
const KIND = Symbol.for('@procurement-intents/sdk/kind');

/**
 * The base class of every error of this client. A call that is aborted by a signal throws the signal's reason
 * instead.
 */
export abstract class ProcurementIntentsError extends Error {
  /** How many requests were sent; 0 when the time was over before the first. */
  declare readonly attempts: number;
  /** Whether the same call may succeed later. */
  declare readonly retryable: boolean;
  /** When the service asked to be called again; `null` when it did not. */
  declare readonly retryAt: Date | null;

  protected constructor(message: string, facts: object, options?: { cause: unknown }) {
    super(message, options);
    Object.assign(this, facts);
  }
}

/** The parts of a response from which an {@link ApiError} is made. */
export interface ApiErrorInit extends Refusal {
  operation: OperationId;
  requestId: string | null;
  attempts: number;
  retryAt: Date | null;
}

/**
 * The service returned an error. Use `name` to distinguish errors: one code can mean several. {@link isApiError}
 * narrows `data` by name, {@link isErrorOf} to the errors of an operation.
 */
export class ApiError<N extends ApiErrorName = ApiErrorName> extends ProcurementIntentsError {
  declare readonly name: N;
  /** The operation that failed. */
  declare readonly operation: OperationId;
  /** Business code of the envelope; -1 when the response had none. */
  declare readonly code: N extends ErrorName ? ErrorsByName[N]['code'] : number;
  /** HTTP status. */
  declare readonly status: number;
  /** Details, by name; `null` for most. */
  declare readonly data: N extends ErrorName ? ErrorDataByName[N] : unknown;
  /** `X-Request-Id` of the response: quote it when you ask for help. `null` when it was not readable. */
  declare readonly requestId: string | null;
  /** What to do about the error; in browsers, where to find it. */
  declare readonly fix: string;

  /** @internal */
  constructor(name: N, { operation, status, code, message, data, ...rest }: ApiErrorInit) {
    const { requestId } = rest;
    const { errors } = (data ?? {}) as Partial<FieldErrors>;
    const details = Array.isArray(errors)
      ? errors.map((each) => `; ${each.field}: ${each.message}`).join('')
      : '';
    const request = requestId === null ? '' : `, request ${requestId}`;
    super(`${operation}: ${message}${details} (${name} ${code}, HTTP ${status}${request})`, {
      name,
      operation,
      code,
      status,
      data,
      ...rest,
      retryable: isKnown(name) ? isTransient(name) : status === 429 || status >= 500,
      fix: isKnown(name) ? fixOf(name) : 'Check baseUrl and what stands between here and the service.',
    });
  }

  /** @internal */
  get [KIND](): 'api' {
    return 'api';
  }
}

/** Every {@link ApiError} with its own name, code and data, for a `switch` on `name`. */
export type AnyApiError = { [N in ApiErrorName]: ApiError<N> }[ApiErrorName];

/** Names that no operation declares, because the request never reaches one. */
type UndeclaredErrorName = Exclude<ErrorName, Operations[OperationId]['errors']> | 'UNKNOWN';

/** Every {@link ApiError} that the operation can throw, for an exhaustive `switch` on `name`. */
export type OperationError<O extends OperationId> = {
  [N in Operations[O]['errors'] | UndeclaredErrorName]: ApiError<N>;
}[Operations[O]['errors'] | UndeclaredErrorName];

/**
 * No response arrived: the connection was refused or reset, the response was unreadable, or it was a redirect (never
 * followed). Whether the service acted is unknown; repeating a create with the same `idempotencyKey` is safe.
 */
export class ConnectionError extends ProcurementIntentsError {
  declare readonly name: 'ConnectionError' | 'TimeoutError';

  /** @internal */
  constructor(message: string, attempts: number, cause?: unknown, retryable = true) {
    super(
      message,
      { name: 'ConnectionError', attempts, retryable, retryAt: null },
      cause === undefined ? undefined : { cause },
    );
  }
}

/** `timeoutMs` was over. `cause` is the last error before, if there was one. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError' as const;
}

/** Makes the error for a response; `header` is its `X-Error-Name`. */
export function toApiError(init: ApiErrorInit, header?: string | null): AnyApiError {
  return new ApiError(nameError(init.operation, init, header) ?? 'UNKNOWN', init) as AnyApiError;
}

/** Whether `error` is an {@link ApiError}, and one of `names` when any are given. */
export function isApiError(error: unknown): error is AnyApiError;
export function isApiError<N extends ApiErrorName>(
  error: unknown,
  ...names: N[]
): error is { [K in N]: ApiError<K> }[N];
export function isApiError(error: unknown, ...names: ApiErrorName[]): boolean {
  const { [KIND]: kind, name } = (error ?? {}) as Partial<AnyApiError>;
  return kind === 'api' && (names.length === 0 || names.includes(name as ApiErrorName));
}

/** Whether `error` is an {@link ApiError} of the given operation, such as `cancelIntent`. */
export function isErrorOf<O extends OperationId>(error: unknown, operation: O): error is OperationError<O> {
  return isApiError(error) && error.operation === operation;
}

function isKnown(name: ApiErrorName): name is ErrorName {
  return name !== 'UNKNOWN';
}
