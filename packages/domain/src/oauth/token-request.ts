import type { Scope } from '@procurement-intents/contract/bearer';
import { DEVICE_GRANT, type GrantType, GRANT_TYPES } from '@procurement-intents/contract/oauth';
import { askedScopes, parseScope } from './asked-scopes.ts';
import type { OAuthClient } from './oauth-client.ts';
import { OAuthError } from './oauth-error.ts';
import { type GivenParameters, readParameter } from './parameters.ts';
import { isOwnResource } from './resource.ts';

/** What an authenticated client asks the token endpoint for. */
export type TokenRequest =
  | { grant: 'authorization_code'; code: string; redirectUri: string | null; verifier: string | null }
  | {
      grant: 'refresh_token';
      refreshToken: string;
      /** What the access token may do; null: all that was consented to. */
      scopes: Scope[] | null;
    }
  | { grant: 'client_credentials'; scopes: Scope[] }
  | { grant: typeof DEVICE_GRANT; deviceCode: string };

/** Reads a token request. RFC 6749, 4 and 6; RFC 8628, 3.4. @throws OAuthError */
export function readTokenRequest(form: GivenParameters, client: OAuthClient, issuer: string): TokenRequest {
  const grant = requireGiven(form, 'grant_type');
  if (!isGrantType(grant)) throw new OAuthError('unsupported_grant_type');
  if (!client.grantTypes.includes(grant)) throw new OAuthError('unauthorized_client');
  if (!isOwnResource(form, issuer)) throw new OAuthError('invalid_target');
  switch (grant) {
    case 'authorization_code':
      return {
        grant,
        code: requireGiven(form, 'code'),
        redirectUri: findGiven(form, 'redirect_uri'),
        verifier: findGiven(form, 'code_verifier'),
      };
    case 'refresh_token':
      return { grant, refreshToken: requireGiven(form, 'refresh_token'), scopes: readNarrowed(form) };
    case 'client_credentials':
      // Whoever has read the code of a public client could act for it. RFC 6749, 4.4.
      if (client.isPublic) throw new OAuthError('unauthorized_client');
      return { grant, scopes: requireScopes(askedScopes(findGiven(form, 'scope'), client.scopes)) };
    case DEVICE_GRANT:
      return { grant, deviceCode: requireGiven(form, 'device_code') };
  }
}

/** The scopes that a device asks for. RFC 8628, 3.1. @throws OAuthError */
export function readDeviceScopes(form: GivenParameters, client: OAuthClient): Scope[] {
  if (!client.grantTypes.includes(DEVICE_GRANT)) throw new OAuthError('unauthorized_client');
  return requireScopes(askedScopes(findGiven(form, 'scope'), client.scopes));
}

/** The token that a client wants revoked or introspected. RFC 7009, 2.1. @throws OAuthError */
export const readTokenReference = (form: GivenParameters): string => requireGiven(form, 'token');

const isGrantType = (text: string): text is GrantType => Object.hasOwn(GRANT_TYPES, text);

function readNarrowed(form: GivenParameters): Scope[] | null {
  const text = findGiven(form, 'scope');
  return text === null ? null : requireScopes(parseScope(text));
}

function requireScopes(scopes: Scope[] | null): Scope[] {
  if (!scopes) throw new OAuthError('invalid_scope');
  return scopes;
}

function findGiven(form: GivenParameters, name: string): string | null {
  const parameter = readParameter(form, name);
  if (parameter.state === 'malformed')
    throw new OAuthError('invalid_request', { description: `The parameter ${name} is malformed` });
  return parameter.state === 'given' ? parameter.value : null;
}

function requireGiven(form: GivenParameters, name: string): string {
  const value = findGiven(form, name);
  if (value === null)
    throw new OAuthError('invalid_request', { description: `The parameter ${name} is missing` });
  return value;
}
