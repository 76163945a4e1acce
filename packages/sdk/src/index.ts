export { ProcurementIntents, SignerClient } from './client.ts';
export type { ClientOptions, CommonOptions, SecretOptions, SignerOptions } from './client-options.ts';
export {
  ApiError,
  ConnectionError,
  isApiError,
  isErrorOf,
  ProcurementIntentsError,
  TimeoutError,
  type AnyApiError,
  type ApiErrorName,
  type OperationError,
} from './errors.ts';
export { createMany, type CreatedMany } from './create-many.ts';
export { CreateManyError, type CreatedItem, type PendingItem } from './create-many-error.ts';
export type { Events, FollowOptions } from './events.ts';
export { type ExportedIntent, exportIntents, type ExportQuery } from './export-intents.ts';
export { failureOf } from './failures.ts';
export { FAILURES, type Failure } from './generated/tables.ts';
export type * from './generated/types.ts';
export type { FieldList, IntentList, ListedIntent, ListPage, ListQuery } from './intent-list.ts';
export type { Intents } from './intents.ts';
export { COST_FIELDS, type CostFields, costOf, type NeedsCostFields } from './cost.ts';
export { isAllowed, isFinal } from './lifecycle.ts';
export type { WithResponse } from './http/attempt.ts';
export type { AttemptEnd, AttemptStart, OnAttempt } from './http/on-attempt.ts';
export type {
  CallLimits,
  CallOptions,
  ChangeOptions,
  CreateAndWaitOptions,
  CreateOptions,
  WaitOptions,
} from './http/call-options.ts';
export type { ResponsePromise } from './http/request.ts';
export type { Fetch, FetchHeaders, FetchInit, FetchResponse, Signal } from './runtime-types.ts';
export { createSigner, type Signable, type Signer } from './signing/signer.ts';
export type { FinalStatus } from './wait-for-intent.ts';
