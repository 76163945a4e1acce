import type { Scope } from '@procurement-intents/contract/bearer';
import { OAUTH_LIMITS } from '@procurement-intents/contract/oauth';
import { hasScope } from '../bearer/scopes.ts';

/** A refresh token that was not exchanged. */
export interface RefusedRefresh {
  clientId: string;
  expiresAt: Date;
  usedAt: Date | null;
  /** What was consented to. */
  scopes: readonly Scope[];
  isRevoked: boolean;
}

/**
 * What follows when a refresh token could not be exchanged for the first time.
 * `retry`: the answer may have been lost, so it is given again. `replay`: two hold the token, and one of them has stolen
 * it, so nobody keeps anything (RFC 9700, 4.14.2). `refuse`: nothing changes.
 */
export function decideRefusedRefresh(
  token: RefusedRefresh | null,
  { clientId, scopes }: { clientId: string; scopes: readonly Scope[] | null },
  now: Date,
): 'retry' | 'replay' | 'wider' | 'refuse' {
  // Of another client: it is told nothing, and cannot log out anybody (RFC 6749, 6).
  if (!token || token.clientId !== clientId) return 'refuse';
  if (token.isRevoked || token.expiresAt <= now) return 'refuse';
  if (token.usedAt !== null) {
    const isLate = now.getTime() - token.usedAt.getTime() > OAUTH_LIMITS.retrySeconds * 1000;
    if (isLate) return 'replay';
  }
  if (!isNarrower(scopes, token.scopes)) return 'wider';
  return token.usedAt === null ? 'refuse' : 'retry';
}

const isNarrower = (asked: readonly Scope[] | null, consented: readonly Scope[]): boolean =>
  asked?.every((scope) => hasScope(consented, scope)) ?? true;
