export { readIdempotencyKey } from '../idempotency-key.ts';
export { apiKeyOf, isApiKey } from './api-key.ts';
export { toBase62 } from './base62.ts';
export { BearerError } from './bearer-error.ts';
export { credentialState } from './credential-state.ts';
export { failureCounts, failureWindow, type LoginAttempt, secondsToNextWindow } from './login-failures.ts';
export { type ListRules, planList, presentList } from '../lists/plan-list.ts';
export { presentApp, type StoredApp } from './present-app.ts';
export { presentBearerError } from './present-bearer-error.ts';
export {
  presentAuditEvent,
  presentKey,
  presentSession,
  type StoredAuditEvent,
  type StoredKey,
  type StoredSession,
} from './present-credentials.ts';
export { presentProfile, presentUser, type StoredUser } from './present-user.ts';
export { checkId, conflict, found } from './refusals.ts';
export { commonScopes, hasScope } from './scopes.ts';
