import { LIFETIMES, TOKEN_PREFIXES } from '@procurement-intents/contract/bearer';
import { hashOf, newDigits } from '../new-token.ts';
import type { ClientRow } from './store/client-store.ts';
import type { NewTokens } from './store/issue-tokens.ts';

/** Tokens in plain text, given once, and what is stored of them. */
export interface MintedTokens {
  accessToken: string;
  refreshToken: string | null;
  row: NewTokens;
}

export const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

export const newRefreshToken = (): string => TOKEN_PREFIXES.refresh + newDigits();

/** New tokens for a client, which gets a refresh token if it may use one. */
export function mintTokens(
  { grantTypes }: Pick<ClientRow, 'grantTypes'>,
  at: Date,
  refreshToken = newRefreshToken(),
): MintedTokens {
  const accessToken = TOKEN_PREFIXES.access + newDigits();
  const isRefreshed = grantTypes.includes('refresh_token');
  return {
    accessToken,
    refreshToken: isRefreshed ? refreshToken : null,
    row: {
      accessHash: hashOf(accessToken),
      accessExpiresAt: secondsAfter(at, LIFETIMES.accessTokenSeconds),
      refreshHash: isRefreshed ? hashOf(refreshToken) : null,
      refreshExpiresAt: secondsAfter(at, LIFETIMES.refreshTokenSeconds),
    },
  };
}
