import {
  contract,
  type ErrorData,
  type ErrorName,
  ERRORS,
  type ErrorRow,
  type OperationId,
  RATE_LIMITS,
  signedPartOf,
} from '@procurement-intents/contract';
import { ApiError, rateLimitHeaders } from '@procurement-intents/domain';
import { checkNames } from './check-names.ts';
import type { Fault, TestService } from './types.ts';

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
  checkNames('operation', [operation], [...Object.keys(contract), '*']);
  checkNames('part of a fault', Object.keys(fault), Object.keys({ ...KINDS, ...DETAILS }));
  const kinds = Object.keys(KINDS);
  if (!kinds.some((kind) => kind in fault)) throw new TypeError(`a fault has one of ${kinds.join(', ')}`);
  if ('error' in fault) checkNames('error', [fault.error], Object.keys(ERRORS));
  if ('drop' in fault) checkNames('drop', [fault.drop], ['request', 'answer']);
}

interface Plan {
  operation: OperationId | '*';
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
    take(operation: OperationId): Fault | undefined {
      const plan = plans.find((each) => each.left > 0 && [operation, '*'].includes(each.operation));
      if (plan) plan.left -= 1;
      return plan?.fault;
    },
    reset: () => void (plans.length = 0),
  };
}

/** The error of an `error` fault. */
export function refusalOf(
  fault: Extract<Fault, { error: ErrorName }>,
  operation: OperationId,
  nowMs: number,
): ApiError {
  const { error, data, retryAfterSeconds } = fault;
  const row: ErrorRow = ERRORS[error];
  const limit = RATE_LIMITS[signedPartOf(contract[operation].metadata)?.rateLimit ?? 'general'];
  const spent = rateLimitHeaders({ limit, used: limit + 1 }, Math.floor(nowMs / 1000));
  return new ApiError(error, {
    data: (data === undefined ? row.example : data) as ErrorData<ErrorName>,
    headers: {
      ...(error === 'RATE_LIMITED' && spent),
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    },
  });
}
