export { readIdempotencyKey } from '../idempotency-key.ts';
export { checkScope, readCredential, requireHolder } from './admit-caller.ts';
export { apiKeyOf, isApiKey } from './api-key.ts';
export { toBase62 } from './base62.ts';
export { BEARER_ADMISSION, type BearerStep, type RepeatedBearerStep } from './bearer-admission.ts';
export { BearerError } from './bearer-error.ts';
export { checkConsoleCall, checkConsolePage } from './console-calls.ts';
export { consoleEnd, isExtensionDue, isFormerCookieOver, isRenewalDue } from './console-session.ts';
export { createBinding, ownerOfKey, replayedResource } from './create-key.ts';
export { credentialState } from './credential-state.ts';
export { type FoundCredential, type Holder, holderOfClient, holderOfKey, holderOfSession } from './holder.ts';
export {
  accountOf,
  failureCounts,
  failureWindow,
  type LoginAttempt,
  secondsToNextWindow,
  tooManyFailures,
} from './login-failures.ts';
export { matchRows } from '../lists/match-rows.ts';
export type { ListRules } from '../lists/plan-list.ts';
export { type ListedResource, type ListedRows, readList } from '../lists/read-list.ts';
export { presentBearerError } from './present-bearer-error.ts';
export { checkId, conflict, found } from './refusals.ts';
export { commonScopes, hasScope } from './scopes.ts';
