export { isAuthentic, readClientCredentials, refusedClient } from './client-authentication.ts';
export { clientProblems } from './check-client.ts';
export {
  type AuthorizationDecision,
  type AuthorizationRequest,
  codeLocation,
  decideAuthorization,
  errorLocation,
} from './decide-authorization.ts';
export { decidePoll, type PolledDevice } from './decide-poll.ts';
export { decideRefusedRefresh, type RefusedRefresh } from './decide-refresh.ts';
export type { OAuthClient } from './oauth-client.ts';
export { OAuthError, presentOAuthError, UNCACHED } from './oauth-error.ts';
export { type GivenParameters, valueOf } from './parameters.ts';
export { provenChallenge } from './pkce.ts';
export { type LiveToken, presentIntrospection } from './present-introspection.ts';
export { presentClient, presentConsent, type StoredClient, type StoredConsent } from './present-client.ts';
export { presentMetadata } from './present-metadata.ts';
export { type IssuedScopes, presentTokens } from './present-tokens.ts';
export { kindOfRedirectUri } from './redirect-uri.ts';
export {
  readDeviceScopes,
  readTokenReference,
  readTokenRequest,
  type TokenRequest,
} from './token-request.ts';
export { formatUserCode, parseUserCode } from './user-code.ts';
