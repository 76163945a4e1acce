import { timingSafeEqual } from 'node:crypto';
import { idPattern } from '@procurement-intents/contract/bearer';
import {
  type GivenParameters,
  isAuthentic,
  readClientCredentials,
  refusedClient,
} from '@procurement-intents/domain/oauth';
import type { LoginThrottle } from '../auth/bearer/login-throttle.ts';
import type { Clock } from '../clock.ts';
import { hashOf } from '../new-token.ts';
import type { ClientRow, ClientStore } from './store/client-store.ts';

const CLIENT_ID = idPattern('client');

/** What a client sends to say who it is. */
export interface ClientProof {
  /** The `Authorization` header; null without one. */
  authorization: string | null;
  form: GivenParameters;
  /** The address that limits count. */
  address: string;
}

interface Deps {
  clients: Pick<ClientStore, 'findEnabled'>;
  logins: ClientLogins;
  clock: Clock;
}

/**
 * The client that calls.
 *
 * @throws OAuthError `invalid_client`, the same for an unknown client and a wrong secret.
 * @throws BearerError `rate_limited` after too many failures; nothing is compared then.
 */
export async function authenticateClient(
  { clients, logins, clock }: Deps,
  { authorization, form, address }: ClientProof,
): Promise<ClientRow> {
  const credentials = readClientCredentials(authorization, form, decodeBase64);
  const { clientId, secret, isBasic } = credentials;
  const client = CLIENT_ID.test(clientId) ? await clients.findEnabled(clientId) : null;
  const isRight = (): boolean =>
    client !== null && isAuthentic(client, credentials, isSecretOf(client, secret ?? '', clock.now()));
  // A public client has no secret that could be guessed.
  if (client?.isPublic && isRight()) return client;
  const account = client?.id ?? 'unknown';
  if (!(await logins.attempt({ account: `client ${account}`, address }, isRight)) || !client)
    throw refusedClient(isBasic);
  return client;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeBase64(text: string): string | null {
  try {
    return utf8.decode(Buffer.from(text, 'base64'));
  } catch {
    return null;
  }
}

function isSecretOf(client: ClientRow, secret: string, now: Date): boolean {
  const { secretHash, previousSecretHash, previousSecretUntil } = client;
  const hash = hashOf(secret);
  const isPrevious = previousSecretUntil !== null && now < previousSecretUntil;
  return isSame(secretHash, hash) || (isPrevious && isSame(previousSecretHash, hash));
}

const isSame = (stored: Uint8Array | null, given: Uint8Array): boolean =>
  stored !== null && timingSafeEqual(stored, given);

/**
 * Attempts of clients to log in, one at a time for each client: each is taken from the limit of failures before it is
 * evaluated, and calls of a busy client with the right secret must not count as guesses meanwhile.
 */
export class ClientLogins {
  readonly #throttle: LoginThrottle;
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(throttle: LoginThrottle) {
    this.#throttle = throttle;
  }

  /** @throws BearerError `rate_limited` */
  async attempt(attempt: Parameters<LoginThrottle['reserve']>[0], isRight: () => boolean): Promise<boolean> {
    const { account } = attempt;
    const turn = (this.#last.get(account) ?? Promise.resolve()).then(async () => {
      const giveBack = await this.#throttle.reserve(attempt);
      if (!isRight()) return false;
      await giveBack();
      return true;
    });
    const settled = turn.catch(() => undefined);
    this.#last.set(account, settled);
    try {
      return await turn;
    } finally {
      if (this.#last.get(account) === settled) this.#last.delete(account);
    }
  }
}
