import type { Scope } from '@procurement-intents/contract/bearer';
import type { IntrospectionView } from '@procurement-intents/contract/oauth';
import { hasScope } from '../bearer/scopes.ts';
import { formatScope } from './asked-scopes.ts';
import type { OAuthClient } from './oauth-client.ts';
import { resourceOf } from './resource.ts';

/** A token that is valid now. */
export interface LiveToken {
  kind: 'access' | 'refresh';
  clientId: string;
  userId: string | null;
  username: string | null;
  /** What token, client and person all have. */
  scopes: readonly Scope[];
  createdAt: Date;
  expiresAt: Date;
}

const toSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/**
 * What a client is told of a token: clients see their own, those with `admin` any. Nothing more than `active` of all others
 * (RFC 7662, 2.2).
 */
export function presentIntrospection(
  token: LiveToken | null,
  client: OAuthClient,
  issuer: string,
): IntrospectionView {
  if (!token || (token.clientId !== client.id && !hasScope(client.scopes, 'admin'))) return { active: false };
  return {
    active: true,
    scope: formatScope(token.scopes),
    client_id: token.clientId,
    ...(token.username !== null && { username: token.username }),
    sub: token.userId ?? token.clientId,
    ...(token.kind === 'access' && { token_type: 'Bearer' as const }),
    iat: toSeconds(token.createdAt),
    exp: toSeconds(token.expiresAt),
    iss: issuer,
    aud: resourceOf(issuer),
  };
}
