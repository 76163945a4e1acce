import { type Scope, LIFETIMES, TOKEN_PREFIXES } from '@procurement-intents/contract/bearer';
import { idPattern } from '@procurement-intents/contract/bearer';
import { OAUTH_LIMITS } from '@procurement-intents/contract/oauth';
import { BearerError, commonScopes } from '@procurement-intents/domain/bearer';
import {
  type AuthorizationDecision,
  type AuthorizationRequest,
  codeLocation,
  decideAuthorization,
  errorLocation,
  type GivenParameters,
  parseUserCode,
  valueOf,
} from '@procurement-intents/domain/oauth';
import type { Actor } from '../audit/record-change.ts';
import { hashOf, newDigits } from '../new-token.ts';
import { newId } from '../new-id.ts';
import { secondsAfter } from './mint-tokens.ts';
import type { OAuthContext } from './oauth-context.ts';
import type { ClientRow } from './store/client-store.ts';
import type { PendingDevice } from './store/device-store.ts';
import type { InteractionRow, InteractionView } from './store/interaction-store.ts';

const CLIENT_ID = idPattern('client');

/** What an authorization request leads to; `client` is there unless its id is unknown. */
export async function readAuthorization(
  { clients, issuer }: Pick<OAuthContext, 'clients' | 'issuer'>,
  parameters: GivenParameters,
): Promise<AuthorizationDecision & { client: ClientRow | null }> {
  const id = valueOf(parameters, 'client_id');
  const client = id !== null && CLIENT_ID.test(id) ? await clients.findEnabled(id) : null;
  return { ...decideAuthorization(parameters, client, issuer()), client };
}

/** What a person types to log in, and from where. */
export interface PersonLogin {
  username: string;
  password: string;
  /** The address that limits count. */
  address: string;
}

/** What a logged-in person will be asked. */
export type PendingQuestion = { clientId: string; scopes: readonly Scope[] } & (
  { request: AuthorizationRequest } | { device: PendingDevice }
);

/**
 * Logs a person in for one decision. The secret is for the person's browser; the row keeps its hash, so that a decision
 * comes from the browser in which the person has logged in.
 *
 * @throws BearerError `unauthorized`, `rate_limited`
 */
export async function beginInteraction(
  context: Pick<OAuthContext, 'interactions' | 'checkPassword' | 'clock'>,
  question: PendingQuestion,
  { address, ...credentials }: PersonLogin,
): Promise<string> {
  const user = await context.checkPassword(credentials, address);
  const secret = newDigits();
  const createdAt = context.clock.now();
  const request = 'request' in question ? question.request : null;
  const interaction: InteractionRow = {
    hash: hashOf(secret),
    clientId: question.clientId,
    userId: user.id,
    // The person sees and gives what the person has.
    scopes: commonScopes(question.scopes, user.scopes),
    redirectUri: request?.redirectUri ?? null,
    state: request?.state ?? null,
    challenge: request?.challenge ?? null,
    deviceHash: 'device' in question ? new Uint8Array(question.device.hash) : null,
    createdAt,
    expiresAt: secondsAfter(createdAt, OAUTH_LIMITS.interactionSeconds),
  };
  if (!(await context.interactions.insert(interaction, user.passwordHash)))
    throw new BearerError('unauthorized');
  return secret;
}

/** Proves that a form was sent from our page: another site knows neither the cookie nor this. */
export const formTokenOf = (secret: string): string => hashOf(`form ${secret}`).toString('hex');

/** The interaction of the browser with this secret; null when it is over. */
export const findInteraction = (
  { interactions, clock }: Pick<OAuthContext, 'interactions' | 'clock'>,
  secret: string,
): Promise<InteractionView | null> => interactions.find(hashOf(secret), clock.now());

/** Where the browser goes after a decision; null: nowhere, as the device learns it by itself. */
export type Decided = { ok: true; location: string | null } | { ok: false };

/** Records that the person consents. `ok` is false when it was decided before. */
export async function approve(
  { interactions, clock, issuer }: Pick<OAuthContext, 'interactions' | 'clock' | 'issuer'>,
  row: InteractionRow,
  actor: Actor,
): Promise<Decided> {
  const at = clock.now();
  const code = TOKEN_PREFIXES.code + newDigits();
  const { redirectUri, state, scopes } = row;
  const isCodeFlow = redirectUri !== null;
  const ok = await interactions.approve(row, {
    grantId: newId('grant'),
    code: isCodeFlow ? { hash: hashOf(code), expiresAt: secondsAfter(at, LIFETIMES.codeSeconds) } : null,
    scopes,
    actor,
    at,
  });
  if (!ok) return { ok };
  return { ok, location: isCodeFlow ? codeLocation({ redirectUri, state }, code, issuer()) : null };
}

/** Ends the interaction; the client is told. RFC 6749, 4.1.2.1; RFC 8628, 3.5. */
export async function deny(
  { interactions, clock, issuer }: Pick<OAuthContext, 'interactions' | 'clock' | 'issuer'>,
  row: InteractionRow,
): Promise<Decided> {
  const ok = await interactions.deny(row, clock.now());
  const { redirectUri, state } = row;
  if (!ok || redirectUri === null) return ok ? { ok, location: null } : { ok };
  return { ok, location: errorLocation({ redirectUri, state }, 'access_denied', issuer()) };
}

/**
 * The device flow of a user code; null when there is none. Wrong codes are counted before they are looked up.
 *
 * @throws BearerError `rate_limited`
 */
export async function findDevice(
  { devices, throttle, clock }: Pick<OAuthContext, 'devices' | 'throttle' | 'clock'>,
  text: string,
  address: string,
): Promise<PendingDevice | null> {
  const giveBack = await throttle.reserve({ account: `device of ${address}`, address });
  const code = parseUserCode(text);
  const device = code === null ? null : await devices.findPending(hashOf(code), clock.now());
  if (device) await giveBack();
  return device;
}
