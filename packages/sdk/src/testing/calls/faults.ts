import {
  contract,
  type ErrorData,
  type ErrorName,
  ERRORS,
  type ErrorRow,
  RATE_LIMITS,
  signedPartOf,
  CALLER_RATES,
} from '@procurement-intents/contract';
import { BEARER_ERRORS, type BearerErrorCode } from '@procurement-intents/contract/bearer';
import { ApiError, rateLimitHeaders } from '@procurement-intents/domain';
import { BearerError } from '@procurement-intents/domain/bearer';
import { checkNames } from '../check-names.ts';
import { type NamedOperation, OPERATION_NAMES } from './match-route.ts';
import type { Fault, TestService } from '../types.ts';

type KeyOf<T> = T extends unknown ? keyof T : never;
type RequiredKeyOf<T> = T extends unknown
  ? { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T]
  : never;
/** Each kind of fault is named by its one required part. */
type Kind = RequiredKeyOf<Fault>;

const KINDS: Record<Kind, true> = { error: true, status: true, drop: true, delayMs: true };
const DETAILS: Record<Exclude<KeyOf<Fault>, Kind>, true> = {
  data: true,
  retryAfterSeconds: true,
  body: true,
  headers: true,
};

/** TypeScript finds these mistakes, but tests in JavaScript exist too. */
function checkFault(operation: string, fault: Fault): void {
  checkNames('operation', [operation], [...OPERATION_NAMES, '*']);
  checkNames('part of a fault', Object.keys(fault), Object.keys({ ...KINDS, ...DETAILS }));
  const kinds = Object.keys(KINDS);
  if (!kinds.some((kind) => kind in fault)) throw new TypeError(`a fault has one of ${kinds.join(', ')}`);
  if ('error' in fault) checkNames('error', [fault.error], errorsOf(operation));
  if ('drop' in fault) checkNames('drop', [fault.drop], ['request', 'answer']);
}

/** Errors of /api are those of every operation; those of /v1 and /auth have codes of their own beside them. */
const errorsOf = (operation: string): string[] =>
  /^(?!oauth)\w+\./.test(operation)
    ? [...Object.keys(ERRORS), ...Object.keys(BEARER_ERRORS)]
    : Object.keys(ERRORS);

interface Plan {
  operation: string;
  fault: Fault;
  left: number;
}

export function createFaults() {
  const plans: Plan[] = [];
  const fail: TestService['fail'] = (operation, fault, { times = 1 } = {}) => {
    checkFault(operation, fault);
    plans.push({ operation, fault, left: times });
  };
  return {
    fail,
    /** The next fault for a request of the operation; it is used up. */
    take(operation: string): Fault | undefined {
      const plan = plans.find((each) => each.left > 0 && [operation, '*'].includes(each.operation));
      if (plan) plan.left -= 1;
      return plan?.fault;
    },
    reset: () => void (plans.length = 0),
  };
}

type ErrorFault = Extract<Fault, { error: string }>;

/** The error of an `error` fault. */
export function refusalOf(
  fault: ErrorFault,
  operation: NamedOperation,
  nowMs: number,
): ApiError | BearerError {
  const { error, data, retryAfterSeconds } = fault;
  const isOver = error === 'RATE_LIMITED' || error === 'rate_limited';
  const limit = limitOf(operation);
  const spent = rateLimitHeaders({ limit, used: limit + 1 }, Math.floor(nowMs / 1000));
  const headers = {
    ...(isOver && spent),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
  };
  if (isBearerCode(error)) {
    const { example } = BEARER_ERRORS[error];
    return new BearerError<BearerErrorCode>(error, { extras: (data ?? example) as never, headers });
  }
  const row: ErrorRow = ERRORS[error];
  return new ApiError(error, {
    data: (data === undefined ? row.example : data) as ErrorData<ErrorName>,
    headers,
  });
}

const isBearerCode = (error: string): error is BearerErrorCode => error in BEARER_ERRORS;

const limitOf = (operation: NamedOperation): number =>
  operation.scheme === 'company'
    ? CALLER_RATES.bearer
    : RATE_LIMITS[signedPartOf(contract[operation.operation].metadata)?.rateLimit ?? 'general'];
