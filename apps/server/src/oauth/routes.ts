import type { OAuthContract } from '@procurement-intents/contract/oauth';
import {
  type GivenParameters,
  presentIntrospection,
  presentMetadata,
  readTokenReference,
  refusedClient,
  UNCACHED,
} from '@procurement-intents/domain/oauth';
import { addressKey } from '../address-key.ts';
import type { HandlersOf } from '../http/handler.ts';
import type { RequestContext } from '../http/request-context.ts';
import { hashOf } from '../new-token.ts';
import { authenticateClient } from './authenticate-client.ts';
import { authorizeDevice } from './device-flow.ts';
import { exchangeToken } from './exchange-token.ts';
import { findLiveToken } from './find-access-token.ts';
import type { OAuthContext } from './oauth-context.ts';
import type { ClientRow } from './store/client-store.ts';

/** An answer that nobody on the way may keep. RFC 6749, 5.1. */
const unstored = <T>(body: T) => ({ status: 200 as const, headers: UNCACHED, body });

/** The handlers of the endpoints that clients call. */
export function oauthHandlers(context: OAuthContext): HandlersOf<OAuthContract> {
  async function authenticate(form: GivenParameters, { req, ip }: RequestContext): Promise<ClientRow> {
    const address = addressKey(ip);
    const proof = { authorization: req.headers.authorization ?? null, form, address };
    const client = await authenticateClient(context, proof);
    // Anybody can name a public client.
    await context.limitCalls(client.isPublic ? `${client.id} ${address}` : client.id);
    return client;
  }
  return {
    exchangeToken: async ({ body }, request) =>
      unstored(await exchangeToken(context, await authenticate(body, request), body)),
    authorizeDevice: async ({ body }, request) => {
      const client = await authenticate(body, request);
      const view = await authorizeDevice(context, client, { form: body, address: addressKey(request.ip) });
      return unstored(view);
    },
    revokeToken: async ({ body }, request) => {
      const client = await authenticate(body, request);
      await context.tokens.revoke(hashOf(readTokenReference(body)), client.id, context.clock.now());
      return unstored({});
    },
    introspectToken: async ({ body }, request) => {
      const client = await authenticate(body, request);
      // Whoever has read the code of a public client could ask. RFC 7662, 2.1.
      if (client.isPublic) throw refusedClient(false);
      const token = await findLiveToken(context, readTokenReference(body));
      return unstored(presentIntrospection(token, client, context.issuer()));
    },
    readMetadata: async () => ({ status: 200, body: presentMetadata(context.issuer()) }),
  };
}
