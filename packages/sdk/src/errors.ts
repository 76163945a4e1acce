import { fixOf } from '#runtime';
import { PERMANENT_ERRORS } from './generated/tables.ts';
import type { BearerOperations } from './generated/bearer-types.ts';
import type {
  ErrorDataByName,
  ErrorName,
  ErrorsByName,
  FieldErrors,
  OperationId,
  Operations,
} from './generated/types.ts';

/**
 * Names of {@link ApiError}, as the service sends them in `X-Error-Name`; a later service may have more. `UNKNOWN` is a
 * response without a name, such as the error page of a proxy.
 */
export type ApiErrorName = ErrorName | 'UNKNOWN';

/** An operation of either scheme; those of the bearer scheme are named as their method, as `suppliers.create`. */
export type AnyOperationId = OperationId | BearerOperationId;

/** An operation of the bearer scheme. The last three are calls that the client makes for a token. */
export type BearerOperationId = keyof BearerOperations | 'oauth.token' | 'auth.login' | 'auth.logout';

/**
 * The base class of every error of this client. A call that is aborted by a signal throws the signal's reason
 * instead.
 */
export abstract class ProcurementIntentsError extends Error {
  /** The operation that failed. */
  declare readonly operation: AnyOperationId;
  /** Id of the intent that the call was about; absent when there was none yet. */
  declare readonly intentId?: string;
  /** Id of the resource that a call of the bearer scheme was about. */
  declare readonly resourceId?: string;
  /**
   * The key of a create, yours or the generated one: with the same body, it repeats the call without buying twice. Absent
   * for other calls.
   */
  declare readonly idempotencyKey?: string;
  /** How many requests were sent; 0 when the time was over before the first. */
  declare readonly attempts: number;
  /** Whether the same call may succeed later. */
  declare readonly retryable: boolean;
  /** When the service asked to be called again; `null` when it did not. */
  declare readonly retryAt: Date | null;

  protected constructor(message: string, facts: object, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, facts);
  }
}

/** What every error of a call tells about it. */
export interface CallFacts {
  operation: AnyOperationId;
  intentId?: string;
  resourceId?: string;
  idempotencyKey?: string;
}

/** What is known of a refused request without reading the response's body. */
export interface RefusalFacts extends CallFacts {
  status: number;
  requestId: string | null;
  attempts: number;
  retryAt: Date | null;
}

/** The parts of a response from which an {@link ApiError} is made. */
export interface ApiErrorInit extends RefusalFacts {
  /** `X-Error-Name` of the response. */
  name: string;
  code: number;
  message: string;
  data: unknown;
  docUrl: string;
}

/** Whether what failed by an error with this HTTP status and name may succeed later. */
export const mayPass = ({ status, name }: Pick<ApiErrorInit, 'status' | 'name'>): boolean =>
  status === 429 || (status >= 500 && !PERMANENT_ERRORS.includes(name));

/**
 * The service returned an error. Use `name` to distinguish errors: one code can mean several. {@link isApiError}
 * narrows `data` by name, {@link isErrorOf} to the errors of an operation.
 */
export class ApiError<N extends ApiErrorName = ApiErrorName> extends ProcurementIntentsError {
  declare readonly name: N;
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
  /** The page about the error, on the documentation of the service. */
  declare readonly docUrl: string;

  /** @internal */
  constructor({ message, ...facts }: ApiErrorInit) {
    const { operation, name, code, status, data, requestId, docUrl } = facts;
    const { errors } = (data ?? {}) as Partial<FieldErrors>;
    const details = Array.isArray(errors)
      ? errors.map((each) => `; ${each.field}: ${each.message}`).join('')
      : '';
    const request = requestId === null ? '' : `, request ${requestId}`;
    super(`${operation}: ${message}${details} (${name} ${code}, HTTP ${status}${request})`, {
      ...facts,
      retryable: mayPass(facts),
      fix: fixOf(name, docUrl),
    });
  }

  /**
   * Two copies of this class (import and require) can live in one process, so `instanceof` is not enough.
   *
   * @internal
   */
  get isProcurementApiError(): true {
    return true;
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
  constructor(message: string, facts: CallFacts & { attempts: number }, cause?: unknown, retryable = true) {
    super(message, { name: 'ConnectionError', ...facts, retryable, retryAt: null }, cause);
  }
}

/**
 * `timeoutMs` or `queueTimeoutMs` was over. `cause` is the last error before, if there was one; with `attempts` 0,
 * nothing was sent.
 */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError' as const;
}

/**
 * Whether `error` is an {@link ApiError}, and one of `names` when any are given.
 *
 * @example if (isApiError(error, 'CANCEL_REFUSED')) console.log(error.data.currentStatus);
 */
export function isApiError(error: unknown): error is AnyApiError;
export function isApiError<N extends ApiErrorName>(
  error: unknown,
  ...names: N[]
): error is { [K in N]: ApiError<K> }[N];
export function isApiError(error: unknown, ...names: ApiErrorName[]): boolean {
  const { isProcurementApiError, name } = (error ?? {}) as Partial<AnyApiError>;
  return isProcurementApiError === true && (names.length === 0 || names.includes(name as ApiErrorName));
}

/**
 * Whether `error` is an {@link ApiError} of the given operation.
 *
 * @example if (isErrorOf(error, 'cancelIntent')) console.log(error.name, error.fix);
 */
export function isErrorOf<O extends OperationId>(error: unknown, operation: O): error is OperationError<O> {
  return isApiError(error) && error.operation === operation;
}
