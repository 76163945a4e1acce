import { LIFETIMES, type Scope } from '@procurement-intents/contract/bearer';
import type { TokenView } from '@procurement-intents/contract/oauth';
import { commonScopes } from '../bearer/scopes.ts';
import { formatScope } from './asked-scopes.ts';

/** What was consented to, and what the person, or the client that acts for itself, may do now. */
export interface IssuedScopes {
  scopes: readonly Scope[];
  userScopes: readonly Scope[];
}

/** The answer with tokens; its scope is what token, client and person all have now. RFC 6749, 5.1. */
export function presentTokens(
  { accessToken, refreshToken }: { accessToken: string; refreshToken: string | null },
  { scopes, userScopes }: IssuedScopes,
  client: { scopes: readonly Scope[] },
): TokenView {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: LIFETIMES.accessTokenSeconds,
    ...(refreshToken !== null && { refresh_token: refreshToken }),
    scope: formatScope(commonScopes(scopes, client.scopes, userScopes)),
  };
}
