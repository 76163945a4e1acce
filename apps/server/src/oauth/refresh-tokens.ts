import { createHmac, randomBytes } from 'node:crypto';
import { RANDOM_DIGITS, TOKEN_PREFIXES } from '@procurement-intents/contract/bearer';
import type { TokenView } from '@procurement-intents/contract/oauth';
import { toBase62 } from '@procurement-intents/domain/bearer';
import {
  decideRefusedRefresh,
  OAuthError,
  presentTokens,
  type TokenRequest,
} from '@procurement-intents/domain/oauth';
import { hashOf } from '../new-token.ts';
import { mintTokens } from './mint-tokens.ts';
import type { OAuthContext } from './oauth-context.ts';
import type { ClientRow } from './store/client-store.ts';
import type { RefreshAttempt } from './store/refresh-tokens.ts';

type RefreshRequest = Extract<TokenRequest, { grant: 'refresh_token' }>;
type RefreshDeps = Pick<OAuthContext, 'refreshes' | 'successorKeys' | 'clock'>;

const SALT_BYTES = 16;

/**
 * The refresh token that follows one. Derived, so that it can be given again without being stored: only who has the old
 * token, the salt of its row and a key of this service can derive it.
 */
function successorOf(refreshToken: string, salt: Uint8Array, key: Buffer): string {
  const digest = createHmac('sha256', key).update(refreshToken).update(salt).digest();
  return TOKEN_PREFIXES.refresh + toBase62(digest, RANDOM_DIGITS);
}

/**
 * Exchanges a refresh token for its successor and an access token. RFC 6749, 6; RFC 9700, 4.14.2.
 *
 * @throws OAuthError `invalid_grant`; `invalid_scope` when more is asked than was consented to, and the token stays.
 */
export async function refreshTokens(
  context: RefreshDeps,
  client: ClientRow,
  { refreshToken, scopes }: RefreshRequest,
): Promise<TokenView> {
  const { refreshes, successorKeys, clock } = context;
  const at = clock.now();
  const attempt: RefreshAttempt = { hash: hashOf(refreshToken), clientId: client.id, scopes, at };
  const salt = randomBytes(SALT_BYTES);
  const minted = mintTokens(client, at, successorOf(refreshToken, salt, successorKeys[0]));
  const issued = await refreshes.refresh(attempt, salt, minted.row);
  return issued
    ? presentTokens(minted, issued, client)
    : answerAgain(context, client, { refreshToken, attempt });
}

/** For a client whose answer was lost: the same successor again. Ends everything for whoever comes later. */
async function answerAgain(
  { refreshes, successorKeys }: RefreshDeps,
  client: ClientRow,
  { refreshToken, attempt }: { refreshToken: string; attempt: RefreshAttempt },
): Promise<TokenView> {
  const { hash, at } = attempt;
  const refused = await refreshes.findRefused(hash);
  const decision = decideRefusedRefresh(refused, attempt, at);
  if (decision === 'wider') throw new OAuthError('invalid_scope');
  if (decision === 'retry' && refused?.salt) {
    const { salt } = refused;
    const successors = successorKeys.map((key) => successorOf(refreshToken, salt, key));
    const minted = mintTokens(client, at);
    const issued = await refreshes.repeat(successors.map(hashOf), attempt, minted.row);
    const successor = successors.find((one) => issued?.hash.equals(hashOf(one)));
    if (issued && successor !== undefined)
      return presentTokens({ ...minted, refreshToken: successor }, issued, client);
  }
  if (decision !== 'refuse') await refreshes.revokeGrantOf(hash, at);
  throw new OAuthError('invalid_grant');
}
