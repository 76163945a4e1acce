import { ERRORS } from './generated/tables.ts';
import type {
  ErrorDataByName,
  ErrorName,
  ErrorsByName,
  FieldErrors,
  OperationId,
} from './generated/types.ts';
import { nameError, type Refusal } from './name-error.ts';

/** Names of {@link ApiError}; `UNKNOWN` is an answer that this version cannot place, such as a proxy's own page. */
export type ApiErrorName = ErrorName | 'UNKNOWN';

// Two copies of this module (import and require) can live in one process, so `instanceof` is not enough.
const KIND = Symbol.for('@procurement-intents/sdk/kind');

/** What every error of this client has. Aborting through a signal throws the signal's own reason instead. */
export abstract class ProcurementIntentsError extends Error {
  /** How many requests were sent. */
  readonly attempts: number;
  /** Whether the very same call may succeed later. */
  abstract readonly retryable: boolean;

  protected constructor(message: string, attempts: number, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.attempts = attempts;
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
 * {@link isApiError} narrows `data` to what that name carries.
 */
export class ApiError<N extends ApiErrorName = ApiErrorName> extends ProcurementIntentsError {
  override readonly name: N;
  /** Business code of the envelope; 0 when the answer had none. */
  readonly code: N extends ErrorName ? ErrorsByName[N]['code'] : number;
  /** HTTP status. */
  readonly status: number;
  /** Details, by name; `null` for most. */
  readonly data: N extends ErrorName ? ErrorDataByName[N] : unknown;
  /** `X-Request-Id` of the answer: quote it when you ask for help. `null` when it was not readable. */
  readonly requestId: string | null;
  readonly retryable: boolean;
  /** When the service asked to be called again, if it did. */
  readonly retryAt: Date | null;
  /** How to get rid of the error. */
  readonly fix: string;

  /** @internal */
  constructor(name: N, init: ApiErrorInit) {
    super(describe(name, init), init.attempts);
    const row = isKnown(name) ? ERRORS[name] : undefined;
    this.name = name;
    this.code = init.code as this['code'];
    this.status = init.status;
    this.data = init.data as this['data'];
    this.requestId = init.requestId;
    this.retryable = row ? row[2] === 'later' : init.status === 429 || init.status >= 500;
    this.retryAt = init.retryAt;
    this.fix = row?.[3] ?? 'Check baseUrl and what stands between here and the service.';
  }

  /** @internal */
  get [KIND](): 'api' {
    return 'api';
  }
}

/** Every {@link ApiError} with its name, code and data tied together, for a `switch` on `name`. */
export type AnyApiError = { [N in ApiErrorName]: ApiError<N> }[ApiErrorName];

/**
 * No answer came: refused, reset, unreadable, or redirected (never followed). Whether the service acted is not known;
 * repeating a create with the same `idempotencyKey` is safe.
 */
export class ConnectionError extends ProcurementIntentsError {
  override readonly name: 'ConnectionError' | 'TimeoutError' = 'ConnectionError';
  readonly retryable: boolean;

  /** @internal */
  constructor(message: string, attempts: number, cause?: unknown, retryable = true) {
    super(message, attempts, cause);
    this.retryable = retryable;
  }
}

/** `timeoutMs` was over. `cause` is the last thing that went wrong before, if anything did. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** Makes the error that an answer stands for. */
export function toApiError(init: ApiErrorInit): AnyApiError {
  return new ApiError(nameError(init.operation, init) ?? 'UNKNOWN', init) as AnyApiError;
}

/** Whether `error` is an {@link ApiError}, and one of `names` when any are given. */
export function isApiError(error: unknown): error is AnyApiError;
export function isApiError<N extends ApiErrorName>(
  error: unknown,
  ...names: N[]
): error is { [K in N]: ApiError<K> }[N];
export function isApiError(error: unknown, ...names: ApiErrorName[]): boolean {
  if (!(error instanceof Error) || (error as Partial<ApiError>)[KIND] !== 'api') return false;
  return names.length === 0 || names.includes((error as AnyApiError).name);
}

function isKnown(name: ApiErrorName): name is ErrorName {
  return name !== 'UNKNOWN';
}

function describe(
  name: ApiErrorName,
  { operation, status, code, message, data, requestId }: ApiErrorInit,
): string {
  const fields = name === 'VALIDATION_FAILED' ? (data as Partial<FieldErrors> | null)?.errors : undefined;
  const details = Array.isArray(fields)
    ? fields.map((each) => `; ${each.field}: ${each.message}`).join('')
    : '';
  const request = requestId === null ? '' : `, request ${requestId}`;
  return `${operation}: ${message}${details} (${name} ${code}, HTTP ${status}${request})`;
}
