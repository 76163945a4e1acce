import {
  contract,
  type ErrorData,
  type ErrorName,
  ERRORS,
  type ErrorRow,
  type OperationId,
  RATE_LIMITS,
  type RouteMetadata,
} from '@procurement-intents/contract';
import { ApiError, rateLimitHeaders } from '@procurement-intents/domain';
import type { Fault, TestService } from './types.ts';

interface Plan {
  operation: OperationId | '*';
  fault: Fault;
  left: number;
}

export function createFaults() {
  const plans: Plan[] = [];
  const fail: TestService['fail'] = (operation, fault, { times = 1 } = {}) => {
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
  const metadata: RouteMetadata = contract[operation].metadata;
  const limit = metadata.auth === 'signed' ? RATE_LIMITS[metadata.rateLimit] : RATE_LIMITS.general;
  const spent = rateLimitHeaders({ limit, used: limit + 1 }, Math.floor(nowMs / 1000));
  return new ApiError(error, {
    data: (data === undefined ? row.example : data) as ErrorData<ErrorName>,
    headers: {
      ...(error === 'RATE_LIMITED' && spent),
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    },
  });
}
