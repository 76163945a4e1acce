import { TOKEN_PREFIXES, type Scope } from '@procurement-intents/contract/bearer';
import { DEVICE_GRANT, type GrantType, OAUTH_LIMITS } from '@procurement-intents/contract/oauth';
import { kindOfRedirectUri } from '@procurement-intents/domain/oauth';
import type { Actor } from '../audit/record-change.ts';
import type { Clock } from '../clock.ts';
import { hashOf, newDigits } from '../new-token.ts';
import { newUuid } from '../new-uuid.ts';
import { secondsAfter } from './mint-tokens.ts';
import type { ClientRow, ClientStore } from './store/client-store.ts';

/** What the verbs on clients need. */
export interface ClientsContext {
  clients: ClientStore;
  clock: Clock;
}

/** A failure whose message is for the person at the command line. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
}

export interface NewClient {
  name: string;
  scopes: readonly Scope[];
  grantTypes: readonly GrantType[];
  redirectUris?: readonly string[];
  /** An app on devices, which cannot keep a secret. Default false. */
  isPublic?: boolean;
  /** The user as whose calls those of the client itself count. */
  makerId?: string | null;
}

/** A client with its secret in plain text, shown once; null for a public client. */
export interface IssuedClient {
  client: ClientRow;
  secret: string | null;
}

// Line breaks and other control characters could forge rows of a list, or a name on the consent page.
const NAME_PATTERN = /^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u;

const newSecret = (): string => TOKEN_PREFIXES.clientSecret + newDigits();

/** Registers a client. @throws ClientError for what no client may be. */
export async function createClient(
  { clients, clock }: ClientsContext,
  input: NewClient,
  actor: Actor,
): Promise<IssuedClient> {
  const { scopes, grantTypes, redirectUris = [], isPublic = false, makerId = null } = input;
  const name = input.name.trim();
  checkClient({ name, scopes, grantTypes, redirectUris, isPublic });
  const secret = isPublic ? null : newSecret();
  const createdAt = clock.now();
  const client: ClientRow = {
    id: `cli_${newUuid()}`,
    name,
    secretHash: secret === null ? null : hashOf(secret),
    previousSecretHash: null,
    previousSecretUntil: null,
    redirectUris: [...redirectUris],
    scopes: [...scopes],
    grantTypes: [...grantTypes],
    isPublic,
    makerId,
    disabledAt: null,
    createdAt,
    updatedAt: createdAt,
    version: 1,
  };
  await clients.insert(client, actor);
  return { client, secret };
}

type Checked = Pick<ClientRow, 'name' | 'isPublic'> &
  Record<'redirectUris', readonly string[]> & { scopes: readonly Scope[]; grantTypes: readonly GrantType[] };

function checkClient({ name, scopes, grantTypes, redirectUris, isPublic }: Checked): void {
  if (!NAME_PATTERN.test(name))
    throw new ClientError('the name must have 1 to 100 characters, all of them printable');
  if (scopes.length === 0) throw new ClientError('a client needs at least one scope');
  if (grantTypes.length === 0) throw new ClientError('a client needs at least one grant type');
  const hasCode = grantTypes.includes('authorization_code');
  if (hasCode !== redirectUris.length > 0)
    throw new ClientError('authorization_code needs a redirect URI, and no other grant type takes one');
  if (redirectUris.length > OAUTH_LIMITS.redirectUris)
    throw new ClientError(`a client has at most ${OAUTH_LIMITS.redirectUris} redirect URIs`);
  if (grantTypes.includes('refresh_token') && !hasCode && !grantTypes.includes(DEVICE_GRANT))
    throw new ClientError('refresh_token goes together with authorization_code or the device grant');
  if (isPublic && grantTypes.includes('client_credentials'))
    throw new ClientError('a public client has no credentials of its own');
  for (const uri of redirectUris) checkRedirectUri(uri, isPublic);
}

function checkRedirectUri(uri: string, isPublic: boolean): void {
  const kind = kindOfRedirectUri(uri);
  if (kind === null || (kind === 'private' && !isPublic))
    throw new ClientError(
      `${uri} must be https, http on 127.0.0.1, [::1] or localhost, or for a public client a private scheme such as com.example.app:/callback; without user and fragment`,
    );
}

async function requireClient({ clients }: ClientsContext, id: string): Promise<ClientRow> {
  const client = await clients.find(id);
  if (!client) throw new ClientError(`there is no client ${id}`);
  return client;
}

const CHANGED = 'the client was changed at the same moment: try again';

/** Gives a client a new secret; the old one stays valid for `overlapSeconds`. @throws ClientError */
export async function rotateClientSecret(
  context: ClientsContext,
  { id, overlapSeconds }: { id: string; overlapSeconds: number },
  actor: Actor,
): Promise<IssuedClient> {
  const before = await requireClient(context, id);
  if (before.isPublic) throw new ClientError(`${id} is a public client: it has no secret`);
  const at = context.clock.now();
  const secret = newSecret();
  const changes = {
    secretHash: hashOf(secret),
    previousSecretHash: before.secretHash,
    previousSecretUntil: secondsAfter(at, overlapSeconds),
  };
  const action = 'oauth_client.secret_rotated';
  const client = await context.clients.update(before, { actor, at, action, changes });
  if (!client) throw new ClientError(CHANGED);
  return { client, secret };
}

/** Refuses a client and all its tokens from now on, or lets it call again. @throws ClientError */
export async function setClientDisabled(
  context: ClientsContext,
  { id, isDisabled }: { id: string; isDisabled: boolean },
  actor: Actor,
): Promise<void> {
  const before = await requireClient(context, id);
  if ((before.disabledAt !== null) === isDisabled) return;
  const at = context.clock.now();
  const action = isDisabled ? 'oauth_client.disabled' : 'oauth_client.enabled';
  const changes = { disabledAt: isDisabled ? at : null };
  if (!(await context.clients.update(before, { actor, at, action, changes }))) throw new ClientError(CHANGED);
}
