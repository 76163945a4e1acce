export type { Fetch } from './attempt.ts';
export { ProcurementIntents, type ClientOptions } from './client.ts';
export {
  ApiError,
  ConnectionError,
  isApiError,
  ProcurementIntentsError,
  TimeoutError,
  type AnyApiError,
  type ApiErrorName,
} from './errors.ts';
export { FAILURES, type Failure } from './generated/tables.ts';
export type * from './generated/types.ts';
export type { ChangeOptions, CreateAndWaitOptions, CreateOptions, Intents } from './intents.ts';
export { isAllowed, isFinal } from './lifecycle.ts';
export type { CallOptions } from './request.ts';
export type { WaitOptions } from './wait-for-intent.ts';
