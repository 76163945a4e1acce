import {
  type Holder,
  holderOfClient,
  commonScopes,
  credentialState,
  type FoundCredential,
} from '@procurement-intents/domain/bearer';
import type { LiveToken } from '@procurement-intents/domain/oauth';
import { hashOf } from '../new-token.ts';
import type { OAuthContext } from './oauth-context.ts';
import type { TokenWithHolder } from './store/token-store.ts';

type TokenDeps = Pick<OAuthContext, 'tokens' | 'clock'>;

const scopesOf = ({ scopes, clientScopes, userScopes }: TokenWithHolder) =>
  commonScopes(scopes, clientScopes, userScopes ?? clientScopes);

/** Finds the holder of an access token: what token, client and person all have now. */
export const createAccessTokenFinder =
  ({ tokens, clock }: TokenDeps) =>
  async (token: string): Promise<FoundCredential> => {
    const found = await tokens.find(hashOf(token));
    if (found?.kind !== 'access') return { state: 'unknown' };
    const state = credentialState(found.expiresAt, clock.now());
    return state === 'valid' ? { state, holder: holderOf(found) } : { state };
  };

function holderOf(token: TokenWithHolder): Holder {
  const { grantId, userId, version, username, locale } = token;
  const scopes = scopesOf(token);
  if (userId === null) return holderOfClient(token, scopes);
  const common = { isSession: false, scopes, ipAllowList: [] };
  const person = { id: userId, userId, username, locale, version, credentialId: grantId, isPerson: true };
  const { displayName, userCreatedAt, createdAt } = token;
  return {
    ...common,
    ...person,
    kind: 'user',
    displayName: displayName ?? '',
    createdAt: userCreatedAt ?? createdAt,
  };
}

/** A token that is valid now; null for any other. */
export async function findLiveToken({ tokens, clock }: TokenDeps, token: string): Promise<LiveToken | null> {
  const found = await tokens.find(hashOf(token));
  return found && found.expiresAt > clock.now() ? { ...found, scopes: scopesOf(found) } : null;
}
