export { apiKeyOf, isApiKey } from './api-key.ts';
export { toBase62 } from './base62.ts';
export { BearerError } from './bearer-error.ts';
export { credentialState } from './credential-state.ts';
export { failureCounts, failureWindow, type LoginAttempt, secondsToNextWindow } from './login-failures.ts';
export { presentBearerError } from './present-bearer-error.ts';
export { presentProfile, presentUser, type StoredUser } from './present-user.ts';
export { commonScopes, hasScope } from './scopes.ts';
