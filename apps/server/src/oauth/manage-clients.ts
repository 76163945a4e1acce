import { TOKEN_PREFIXES, type Scope } from '@procurement-intents/contract/bearer';
import type { AuditActionOn } from '@procurement-intents/contract/company';
import type { GrantType } from '@procurement-intents/contract/oauth';
import { checkVersion, ValidationError } from '@procurement-intents/domain';
import { checkId, conflict, found } from '@procurement-intents/domain/bearer';
import { clientProblems, type OAuthClient } from '@procurement-intents/domain/oauth';
import { changeInTurn } from '../changes/change-in-turn.ts';
import { type CreateKey, foundMade } from '../changes/unit-of-work.ts';
import type { Actor } from '../audit/record-change.ts';
import type { ChangeTarget } from '../changes/change-target.ts';
import type { Clock } from '../clock.ts';
import { hashOf, newDigits } from '../new-token.ts';
import { newId } from '../new-id.ts';
import { secondsAfter } from './mint-tokens.ts';
import type { ClientChanges, ClientRow, ClientStore } from './store/client-store.ts';

/** What the verbs on clients need. */
export interface ClientsContext {
  clients: ClientStore;
  clock: Clock;
}

export interface NewClient {
  name: string;
  scopes: readonly Scope[];
  grantTypes: readonly GrantType[];
  redirectUris?: readonly string[] | undefined;
  /** An app on devices, which cannot keep a secret. Default false. */
  isPublic?: boolean | undefined;
  /** The user as whose calls those of the client itself count. */
  makerId?: string | null;
}

/** Who registers a client, and under which `Idempotency-Key`. */
export interface ClientCreate {
  actor: Actor;
  key?: CreateKey | null;
}

/** A client with its secret in plain text, shown once; null for a public client, and in a replay. */
export interface IssuedClient {
  client: ClientRow;
  secret: string | null;
}

const newSecret = (): string => TOKEN_PREFIXES.clientSecret + newDigits();

/** The client. @throws BearerError `not_found`. */
export async function loadClient(
  { clients }: Pick<ClientsContext, 'clients'>,
  id: string,
): Promise<ClientRow> {
  checkId('client', id);
  return found(await clients.find(id));
}

/**
 * Registers a client; under an `Idempotency-Key` once, and later calls get it as it is now, without the secret.
 *
 * @throws ValidationError for what no client may be; BearerError `conflict` when the key was used for another request, or
 *   for a client that was deleted.
 */
export async function createClient(
  { clients, clock }: ClientsContext,
  input: NewClient,
  create: ClientCreate,
): Promise<IssuedClient & { isReplay: boolean }> {
  const { scopes, grantTypes, redirectUris = [], isPublic = false, makerId = null } = input;
  const name = input.name.trim();
  requireClient({ name, scopes, grantTypes, redirectUris, isPublic });
  const secret = isPublic ? null : newSecret();
  const createdAt = clock.now();
  const client: ClientRow = {
    id: newId('client'),
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
  const made = await clients.insert(client, create);
  if (!made.isReplay) return { client, secret, isReplay: false };
  return { client: foundMade(await clients.find(made.resourceId)), secret: null, isReplay: true };
}

function requireClient(client: Omit<OAuthClient, 'id'>): void {
  const problems = clientProblems(client);
  if (problems.length > 0) throw new ValidationError(problems);
}

/**
 * Changes a client. Another change that comes first is taken into account; with `If-Match` it is a conflict.
 *
 * @param decide - what to change in the client as it stands; null: nothing.
 */
async function changeClient(
  context: ClientsContext,
  { id, ifMatch, actor }: ChangeTarget,
  action: AuditActionOn<'client'>,
  decide: (client: ClientRow, at: Date) => ClientChanges | null,
): Promise<ClientRow> {
  return changeInTurn(async () => {
    const client = await loadClient(context, id);
    checkVersion(client, ifMatch);
    const at = context.clock.now();
    const changes = decide(client, at);
    return changes ? context.clients.update(client, { actor, at, action, changes }) : client;
  });
}

/** Changes fields of a client. @throws BearerError `not_found`; ApiError `VERSION_CONFLICT`; ValidationError. */
export function updateClient(
  context: ClientsContext,
  target: ChangeTarget,
  changes: Pick<ClientChanges, 'name' | 'scopes' | 'grantTypes' | 'redirectUris'>,
): Promise<ClientRow> {
  return changeClient(context, target, 'oauth_client.updated', (client) => {
    requireClient({ ...client, ...changes });
    return Object.keys(changes).length === 0 ? null : changes;
  });
}

/**
 * Gives a client a new secret; the old one stays valid for `overlapSeconds`.
 *
 * @throws BearerError `not_found`, or `conflict` for a public client; ApiError `VERSION_CONFLICT`.
 */
export async function rotateClientSecret(
  context: ClientsContext,
  { overlapSeconds, ...target }: ChangeTarget & { overlapSeconds: number },
): Promise<IssuedClient> {
  const secret = newSecret();
  const client = await changeClient(context, target, 'oauth_client.secret_rotated', (before, at) => {
    if (before.isPublic) throw conflict('a public client has no secret');
    return {
      secretHash: hashOf(secret),
      previousSecretHash: before.secretHash,
      previousSecretUntil: secondsAfter(at, overlapSeconds),
    };
  });
  return { client, secret };
}

/** Refuses a client and all its tokens from now on, or lets it call again. @throws BearerError `not_found` */
export function setClientDisabled(
  context: ClientsContext,
  { isDisabled, ...target }: ChangeTarget & { isDisabled: boolean },
): Promise<ClientRow> {
  const action = isDisabled ? 'oauth_client.disabled' : 'oauth_client.enabled';
  return changeClient(context, target, action, ({ disabledAt }, at) =>
    (disabledAt !== null) === isDisabled ? null : { disabledAt: isDisabled ? at : null },
  );
}

/** Removes a client with all consents and tokens. @throws BearerError `not_found`; ApiError `VERSION_CONFLICT`. */
export async function deleteClient(
  context: ClientsContext,
  { id, ifMatch, actor }: ChangeTarget,
): Promise<void> {
  await changeInTurn(async () => {
    const client = await loadClient(context, id);
    checkVersion(client, ifMatch);
    return (await context.clients.remove(client, { actor, at: context.clock.now() })) || null;
  });
}
