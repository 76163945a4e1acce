import type { bearerContract } from '@procurement-intents/contract/bearer';
import { CLIENT_LIST, CONSENT_LIST } from '@procurement-intents/contract/company';
import { OAUTH_LIMITS } from '@procurement-intents/contract/oauth';
import { createdHeaders, versionHeaders } from '@procurement-intents/domain';
import { BearerError, checkId } from '@procurement-intents/domain/bearer';
import { presentClient, presentConsent, UNCACHED } from '@procurement-intents/domain/oauth';
import { actorOf, targetOf } from '../http/actor-of.ts';
import { createKeyOf } from '../http/create-key-of.ts';
import type { HandlersOf } from '../http/handler.ts';
import { listPage } from '../http/list-page.ts';
import {
  type ClientsContext,
  createClient,
  deleteClient,
  type IssuedClient,
  loadClient,
  rotateClientSecret,
  setClientDisabled,
  updateClient,
} from './manage-clients.ts';
import type { ClientColumn } from './store/client-list.ts';
import type { ClientRow } from './store/client-store.ts';
import type { ConsentColumn, ConsentStore } from './store/consent-store.ts';

type Handlers = HandlersOf<typeof bearerContract>;
type ClientHandlers = Pick<
  Handlers,
  | 'createOAuthClient'
  | 'listOAuthClients'
  | 'getOAuthClient'
  | 'updateOAuthClient'
  | 'rotateOAuthClientSecret'
  | 'disableOAuthClient'
  | 'enableOAuthClient'
  | 'deleteOAuthClient'
>;

const CLIENTS = {
  definition: CLIENT_LIST,
  columns: { userId: 'makerId' } as Partial<Record<string, ClientColumn>>,
};
const CONSENTS = { definition: CONSENT_LIST, columns: {} as Partial<Record<string, ConsentColumn>> };

const okClient = (client: ClientRow) => ({
  status: 200 as const,
  headers: versionHeaders(client),
  body: presentClient(client),
});

const issued = ({ client, secret }: IssuedClient) => ({
  ...presentClient(client),
  ...(secret !== null && { secret }),
});

/** The handlers of OAuth clients, for administrators. */
export function clientHandlers(context: ClientsContext): ClientHandlers {
  return {
    createOAuthClient: async ({ body }, request) => {
      const create = { actor: actorOf(request), key: createKeyOf(request, body) };
      const made = await createClient(context, { ...body, makerId: request.holder.userId }, create);
      const headers = { ...UNCACHED, ...createdHeaders(made.isReplay), ...versionHeaders(made.client) };
      return { status: 201, headers, body: issued(made) };
    },
    listOAuthClients: async ({ query }) => ({
      status: 200,
      body: await listPage({ ...CLIENTS, read: context.clients.listPage, present: presentClient }, query),
    }),
    getOAuthClient: async ({ params }) => okClient(await loadClient(context, params.id)),
    updateOAuthClient: async ({ params, body }, request) => {
      const { name, scopes, grantTypes, redirectUris } = body;
      const changes = {
        ...(name !== undefined && { name }),
        ...(scopes && { scopes }),
        ...(grantTypes && { grantTypes }),
        ...(redirectUris && { redirectUris }),
      };
      return okClient(await updateClient(context, targetOf(request, params.id), changes));
    },
    rotateOAuthClientSecret: async ({ params, body }, request) => {
      const { overlapSeconds = OAUTH_LIMITS.secretOverlapSeconds } = body;
      const rotated = await rotateClientSecret(context, { ...targetOf(request, params.id), overlapSeconds });
      return {
        status: 200,
        headers: { ...UNCACHED, ...versionHeaders(rotated.client) },
        body: issued(rotated),
      };
    },
    disableOAuthClient: async ({ params }, request) =>
      okClient(await setClientDisabled(context, { ...targetOf(request, params.id), isDisabled: true })),
    enableOAuthClient: async ({ params }, request) =>
      okClient(await setClientDisabled(context, { ...targetOf(request, params.id), isDisabled: false })),
    deleteOAuthClient: async ({ params }, request) => {
      await deleteClient(context, targetOf(request, params.id));
      return { status: 204, body: undefined };
    },
  };
}

/** The handlers of what people have allowed clients, for administrators. */
export function consentHandlers({
  consents,
  clock,
}: Pick<ClientsContext, 'clock'> & { consents: ConsentStore }): Pick<
  Handlers,
  'listConsents' | 'endConsent'
> {
  return {
    listConsents: async ({ query }) => {
      const now = clock.now();
      const read = (page: Parameters<typeof consents.listPage>[0]) => consents.listPage(page, now);
      return { status: 200, body: await listPage({ ...CONSENTS, read, present: presentConsent }, query) };
    },
    endConsent: async ({ params }, request) => {
      checkId('grant', params.id);
      const isEnded = await consents.end(params.id, { actor: actorOf(request), at: clock.now() });
      if (!isEnded) throw new BearerError('not_found');
      return { status: 204, body: undefined };
    },
  };
}
