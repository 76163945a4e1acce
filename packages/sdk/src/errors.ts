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

/** Names of {@link ApiError}; `UNKNOWN` is an answer that this version cannot place, such as a proxy's own page. */
export type ApiErrorName = ErrorName | 'UNKNOWN';

// Two copies of this module (import and require) can live in one process, so `instanceof` is not enough.
const KIND = Symbol.for('@procurement-intents/sdk/kind');

/** What every error of this client has. Aborting through a signal throws the signal's own reason instead. */
export abstract class ProcurementIntentsError extends Error {
  /** How many requests were sent; 0 when none was, because the time was over before. */
  declare readonly attempts: number;
  /** Whether the very same call may succeed later. */
  declare readonly retryable: boolean;
  /** When the service asked to be called again, if it did. */
  declare readonly retryAt: Date | null;

  protected constructor(message: string, facts: object, options?: { cause: unknown }) {
    super(message, options);
    Object.assign(this, facts);
  }
}

/** Facts of an answer from which an {@link ApiError} is made. */
export interface ApiErrorInit extends Refusal {
  operation: OperationId;
  requestId: string | null;
  attempts: number;
  retryAt: Date | null;
}

/**
 * The service answered with an error. Look at `name`: one code can stand for several errors.
 * {@link isApiError} narrows `data` to what that name carries, {@link isErrorOf} to what an operation can answer.
 */
export class ApiError<N extends ApiErrorName = ApiErrorName> extends ProcurementIntentsError {
  declare readonly name: N;
  /** The call that was refused. */
  declare readonly operation: OperationId;
  /** Business code of the envelope; -1 when the answer had none. */
  declare readonly code: N extends ErrorName ? ErrorsByName[N]['code'] : number;
  /** HTTP status. */
  declare readonly status: number;
  /** Details, by name; `null` for most. */
  declare readonly data: N extends ErrorName ? ErrorDataByName[N] : unknown;
  /** `X-Request-Id` of the answer: quote it when you ask for help. `null` when it was not readable. */
  declare readonly requestId: string | null;
  /** What to do about it; in browsers, where to look that up. */
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

/** Every {@link ApiError} with its name, code and data tied together, for a `switch` on `name`. */
export type AnyApiError = { [N in ApiErrorName]: ApiError<N> }[ApiErrorName];

/** Names that no operation declares, because whoever gets them has not reached one. */
type StrayErrorName = Exclude<ErrorName, Operations[OperationId]['errors']> | 'UNKNOWN';

/** Every {@link ApiError} that the operation can end in, for a `switch` on `name` that forgets none. */
export type OperationError<O extends OperationId> = {
  [N in Operations[O]['errors'] | StrayErrorName]: ApiError<N>;
}[Operations[O]['errors'] | StrayErrorName];

/**
 * No answer came: refused, reset, unreadable, or redirected (never followed). Whether the service acted is not known;
 * repeating a create with the same `idempotencyKey` is safe.
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

/** `timeoutMs` was over. `cause` is the last thing that went wrong before, if anything did. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError' as const;
}

/** Makes the error that an answer stands for; `header` is its `X-Error-Name`. */
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

/** Whether `error` is what the service answered to a call of `operation`, such as `cancelIntent`. */
export function isErrorOf<O extends OperationId>(error: unknown, operation: O): error is OperationError<O> {
  return isApiError(error) && error.operation === operation;
}

function isKnown(name: ApiErrorName): name is ErrorName {
  return name !== 'UNKNOWN';
}
