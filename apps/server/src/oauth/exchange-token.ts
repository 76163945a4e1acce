import { DEVICE_GRANT, type TokenView } from '@procurement-intents/contract/oauth';
import { type GivenParameters, presentTokens, readTokenRequest } from '@procurement-intents/domain/oauth';
import { newId } from '../new-id.ts';
import { pollDevice } from './device-flow.ts';
import { exchangeCode } from './exchange-code.ts';
import { mintTokens } from './mint-tokens.ts';
import type { OAuthContext } from './oauth-context.ts';
import { refreshTokens } from './refresh-tokens.ts';
import type { ClientRow } from './store/client-store.ts';

/** Gives an authenticated client tokens for its grant. @throws OAuthError */
export async function exchangeToken(
  context: OAuthContext,
  client: ClientRow,
  form: GivenParameters,
): Promise<TokenView> {
  const request = readTokenRequest(form, client, context.issuer());
  switch (request.grant) {
    case 'authorization_code':
      return exchangeCode(context, client, request);
    case 'refresh_token':
      return refreshTokens(context, client, request);
    case DEVICE_GRANT:
      return pollDevice(context, client, request);
    case 'client_credentials': {
      const { scopes } = request;
      const at = context.clock.now();
      // A client logs in again instead of refreshing. RFC 6749, 4.4.3.
      const minted = mintTokens({ grantTypes: [] }, at);
      const grantId = newId('grant');
      await context.insertClientToken({ grantId, clientId: client.id, scopes, at, ...minted.row });
      return presentTokens(minted, { scopes, userScopes: client.scopes }, client);
    }
  }
}
