import type { Scope } from '@procurement-intents/contract/bearer';
import type { OAuthErrorCode } from '@procurement-intents/contract/oauth';
import { askedScopes } from './asked-scopes.ts';
import type { OAuthClient } from './oauth-client.ts';
import { type GivenParameters, type Parameter, readParameter, valueOf } from './parameters.ts';
import { CHALLENGE_PATTERN } from './pkce.ts';
import { addToRedirectUri, isRedirectUriOf } from './redirect-uri.ts';
import { isOwnResource } from './resource.ts';

/** What a person is asked for. */
export interface AuthorizationRequest {
  redirectUri: string;
  scopes: Scope[];
  state: string | null;
  /** PKCE challenge of method S256. */
  challenge: string | null;
}

export type AuthorizationDecision =
  /** There is no address that the error may go to: the person is told. RFC 6749, 4.1.2.1. */
  | { kind: 'page'; problem: 'client' | 'redirect_uri' }
  /** The browser returns to the client with an error. */
  | { kind: 'redirect'; location: string }
  /** The person is asked to log in and consent. */
  | { kind: 'ask'; request: AuthorizationRequest };

/** Decides what an authorization request leads to. @param client - of its `client_id`; null when there is none. */
export function decideAuthorization(
  parameters: GivenParameters,
  client: OAuthClient | null,
  issuer: string,
): AuthorizationDecision {
  if (!client) return { kind: 'page', problem: 'client' };
  const redirectUri = valueOf(parameters, 'redirect_uri');
  if (redirectUri === null || !isRedirectUriOf(client.redirectUris, redirectUri))
    return { kind: 'page', problem: 'redirect_uri' };
  const state = valueOf(parameters, 'state');
  const error = findProblem(parameters, client, issuer);
  const scopes = askedScopes(valueOf(parameters, 'scope'), client.scopes);
  if (error === null && scopes) {
    const challenge = valueOf(parameters, 'code_challenge');
    return { kind: 'ask', request: { redirectUri, scopes, state, challenge } };
  }
  return {
    kind: 'redirect',
    location: errorLocation({ redirectUri, state }, error ?? 'invalid_scope', issuer),
  };
}

/** Where the browser goes with an error. `iss` keeps a client of several servers from mixing them up (RFC 9207). */
export const errorLocation = (
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  error: OAuthErrorCode,
  issuer: string,
): string => addToRedirectUri(redirectUri, { error, state, iss: issuer });

/** Where the browser goes with the code. */
export const codeLocation = (
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  code: string,
  issuer: string,
): string => addToRedirectUri(redirectUri, { code, state, iss: issuer });

const READ_ONCE = ['response_type', 'response_mode', 'scope', 'state', 'prompt'];

function findProblem(
  parameters: GivenParameters,
  client: OAuthClient,
  issuer: string,
): OAuthErrorCode | null {
  if (READ_ONCE.some((name) => readParameter(parameters, name).state === 'malformed'))
    return 'invalid_request';
  const responseType = valueOf(parameters, 'response_type');
  if (responseType === null) return 'invalid_request';
  if (responseType !== 'code') return 'unsupported_response_type';
  if (!client.grantTypes.includes('authorization_code')) return 'unauthorized_client';
  if ((valueOf(parameters, 'response_mode') ?? 'query') !== 'query') return 'invalid_request';
  if (!isChallengeFit(parameters, client)) return 'invalid_request';
  if (!isOwnResource(parameters, issuer)) return 'invalid_target';
  // Each authorization has a log-in of its own (OpenID Connect 1.0, 3.1.2.6).
  return valueOf(parameters, 'prompt') === 'none' ? 'login_required' : null;
}

/** S256 whenever a challenge is sent, and always for public clients. RFC 7636, 4.4.1; RFC 9700, 2.1.1. */
function isChallengeFit(parameters: GivenParameters, { isPublic }: OAuthClient): boolean {
  const challenge = readParameter(parameters, 'code_challenge');
  const method = readParameter(parameters, 'code_challenge_method');
  if (challenge.state === 'absent') return !isPublic && method.state === 'absent';
  return isGiven(challenge, CHALLENGE_PATTERN) && isGiven(method, /^S256$/);
}

const isGiven = (parameter: Parameter, pattern: RegExp): boolean =>
  parameter.state === 'given' && pattern.test(parameter.value);
