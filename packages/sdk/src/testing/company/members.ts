import { LIFETIMES, type Scope, TOKEN_PREFIXES } from '@procurement-intents/contract/bearer';
import {
  holderOfClient,
  holderOfKey,
  holderOfSession,
  commonScopes,
  credentialState,
  type FoundCredential,
} from '@procurement-intents/domain/bearer';
import type { NewId } from '../new-ids.ts';
import type { TestClock } from '../types.ts';
import type { Client, Key, Person, Registered } from './register-members.ts';

/** A session or an access token. */
interface Token {
  expiresAt: Date;
  find(): Extract<FoundCredential, { state: 'valid' }>['holder'];
  sessionId?: string;
  personId?: string;
}

export type Members = ReturnType<typeof createMembers>;

/** Who calls the company's side, and the tokens that they have. */
export function createMembers(registered: Registered, clock: TestClock, newId: NewId) {
  const { people, keys, clients, newDigits } = registered;
  const tokens = new Map<string, Token>();
  const issue = (prefix: string, seconds: number, token: Omit<Token, 'expiresAt'>) => {
    const text = prefix + newDigits();
    const expiresAt = new Date(clock.now().getTime() + seconds * 1000);
    tokens.set(text, { ...token, expiresAt });
    return { token: text, expiresAt };
  };
  return {
    people,
    keys,
    clients,
    /** Opens a session of an hour. */
    openSession(person: Person) {
      const id = newId('session', clock.now());
      const find = () => holderOfSession({ ...person, id, userId: person.id });
      return issue(TOKEN_PREFIXES.session, LIFETIMES.sessionTokenSeconds, {
        find,
        sessionId: id,
        personId: person.id,
      });
    },
    /** Gives a client a token of an hour. */
    issueAccess: (client: Client, scopes: readonly Scope[]) =>
      issue(TOKEN_PREFIXES.access, LIFETIMES.accessTokenSeconds, {
        find: () => holderOfClient(actingClient(client), commonScopes(scopes, client.scopes)),
      }),
    /** Ends the sessions for which `isEnded` holds. */
    endSessions(isEnded: (session: { sessionId?: string; personId?: string }) => boolean): void {
      for (const [text, token] of tokens)
        if (token.sessionId !== undefined && isEnded(token)) tokens.delete(text);
    },
    find(credential: string): FoundCredential {
      const key = keys.find((each) => each.key === credential);
      if (key) return { state: 'valid', holder: holderOfKey({ ...key, ...makersPart(key) }) };
      const token = tokens.get(credential);
      if (!token) return { state: 'unknown' };
      const state = credentialState(token.expiresAt, clock.now());
      return state === 'valid' ? { state, holder: token.find() } : { state };
    },
    reset: () => tokens.clear(),
  };
}

const makersPart = ({ maker }: Key) => ({ userId: maker.id, makerScopes: maker.scopes, ipAllowList: [] });

const actingClient = ({ id, name, maker, createdAt }: Client) => ({
  clientId: id,
  clientName: name,
  clientCreatedAt: createdAt,
  makerId: maker.id,
});
