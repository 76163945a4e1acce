import { hash } from 'node:crypto';
import type { TokenView } from '@procurement-intents/contract/oauth';
import {
  OAuthError,
  presentTokens,
  provenChallenge,
  type TokenRequest,
} from '@procurement-intents/domain/oauth';
import { hashOf } from '../new-token.ts';
import { mintTokens } from './mint-tokens.ts';
import type { OAuthContext } from './oauth-context.ts';
import type { ClientRow } from './store/client-store.ts';

type CodeRequest = Extract<TokenRequest, { grant: 'authorization_code' }>;

/**
 * Exchanges a code for tokens, once. A wrong verifier or redirect URI uses it up. A code that is sent again ends what it
 * gave: of two who hold it, one has stolen it. RFC 6749, 4.1.2; RFC 7636, 4.6.
 *
 * @throws OAuthError `invalid_grant`
 */
export async function exchangeCode(
  { codes, clock }: Pick<OAuthContext, 'codes' | 'clock'>,
  client: ClientRow,
  { code, redirectUri, verifier }: CodeRequest,
): Promise<TokenView> {
  const at = clock.now();
  const challenge = provenChallenge(verifier, (text) => hash('sha256', text, 'base64url'));
  const attempt = { hash: hashOf(code), clientId: client.id, redirectUri, challenge, at };
  const minted = mintTokens(client, at);
  const issued = await codes.exchange(attempt, minted.row);
  if (issued?.isProven) return presentTokens(minted, issued, client);
  if (!issued) await codes.revokeReplayed(attempt);
  throw new OAuthError('invalid_grant');
}
