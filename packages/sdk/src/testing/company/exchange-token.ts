import {
  type GivenParameters,
  isAuthentic,
  OAuthError,
  presentTokens,
  readClientCredentials,
  readTokenRequest,
  refusedClient,
  UNCACHED,
} from '@procurement-intents/domain/oauth';
import type { OpenOperation } from './company-operation.ts';
import type { Client } from './register-members.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeBase64(text: string): string | null {
  try {
    return utf8.decode(Uint8Array.from(globalThis.atob(text), (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}

const asRulesSee = ({ id, scopes }: Client) => ({
  id,
  name: id,
  isPublic: false,
  redirectUris: [],
  scopes,
  grantTypes: ['client_credentials' as const],
});

/** Gives a client a token for its own credentials, the one grant that the service in memory has. */
export const exchangeToken: OpenOperation = ({ members, logins }, { body, headers, origin }) => {
  const form = body as GivenParameters;
  const credentials = readClientCredentials(headers.get('authorization'), form, decodeBase64);
  const client = members.clients.find(({ id }) => id === credentials.clientId);
  const isRight = (): boolean =>
    client !== undefined &&
    isAuthentic({ isPublic: false }, credentials, client.secret === credentials.secret);
  if (!logins.attempt(`client ${client?.id ?? 'unknown'}`, isRight) || !client)
    throw refusedClient(credentials.isBasic);
  const request = readTokenRequest(form, asRulesSee(client), origin);
  if (request.grant !== 'client_credentials') throw new OAuthError('unauthorized_client');
  const { scopes } = request;
  const { token } = members.issueAccess(client, scopes);
  const view = presentTokens(
    { accessToken: token, refreshToken: null },
    { scopes, userScopes: client.scopes },
    client,
  );
  return { status: 200, headers: UNCACHED, body: view };
};
