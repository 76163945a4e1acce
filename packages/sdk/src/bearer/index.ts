export { createBearerClient, type BearerClientOptions } from './bearer-client.ts';
export {
  BearerError,
  isBearerError,
  isBearerErrorOf,
  type AnyBearerError,
  type BearerErrorCode,
  type BearerOperationError,
  type OAuthErrorCode,
} from './bearer-error.ts';
export type { CallOptions, ChangeOptions, CreateOptions } from './call-options.ts';
export {
  clientCredentials,
  logIn,
  type ClientCredentials,
  type Credential,
  type GetToken,
  type IssuedCredential,
  type LogInSession,
} from './credential.ts';
export { exportIntents, type ExportedIntent } from './export-intents.ts';
export type { FieldsOf, ListedItem, QueryOf, ResourceList } from './resource-list.ts';
export { ConnectionError, ProcurementIntentsError, TimeoutError, type BearerOperationId } from '../errors.ts';
export type * from '../generated/bearer-resources.ts';
export type * from '../generated/bearer-types.ts';
