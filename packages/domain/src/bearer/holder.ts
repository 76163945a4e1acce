import type { Scope } from '@procurement-intents/contract/bearer';
import type { Locale } from '@procurement-intents/contract/company';
import { commonScopes } from './scopes.ts';

/** Who holds the credential that a call to /v1 carries, and what it may do. */
export interface Holder {
  /** Id of the API key, session or token; counts and logs name it. Never the credential itself. */
  credentialId: string;
  kind: 'user' | 'api_key' | 'oauth_client';
  /** Id of the user, the API key or the client: who the credential is. */
  id: string;
  /** The user whose calls these count as: the person, or the maker of the key or client. Null when there is none. */
  userId: string | null;
  /** Whether a person acts, not a program: by a session, or a token that the person has consented to. */
  isPerson: boolean;
  /** Whether it is a session token or a session of the console, with which a person changes the password. */
  isSession: boolean;
  /** What token, client and person all have now. */
  scopes: readonly Scope[];
  /** Addresses and CIDR ranges that may call; empty allows every address. */
  ipAllowList: readonly string[];
  /** Of a person alone. */
  username: string | null;
  locale: Locale | null;
  /** Version of the person's own row; null for a program. */
  version: number | null;
  /** Of the person, the key or the client. */
  displayName: string;
  createdAt: Date;
}

/** What became of the search for a credential. */
export type FoundCredential = { state: 'valid'; holder: Holder } | { state: 'expired' | 'unknown' };

const PROGRAM = { isPerson: false, isSession: false, username: null, locale: null, version: null } as const;

/** An API key, and what its maker may do now. */
interface KeyOfMaker {
  id: string;
  name: string;
  scopes: readonly Scope[];
  ipAllowList: readonly string[];
  userId: string;
  createdAt: Date;
  makerScopes: readonly Scope[];
}

/** The holder of an API key: what the key and its maker both may do. */
export const holderOfKey = (key: KeyOfMaker): Holder => ({
  ...PROGRAM,
  kind: 'api_key',
  credentialId: key.id,
  id: key.id,
  userId: key.userId,
  ipAllowList: key.ipAllowList,
  displayName: key.name,
  createdAt: key.createdAt,
  scopes: commonScopes(key.scopes, key.makerScopes),
});

/** A session, and its person as of now. */
interface SessionOfPerson {
  id: string;
  userId: string;
  username: string;
  displayName: string;
  locale: Locale;
  scopes: readonly Scope[];
  createdAt: Date;
  version: number;
}

/** The holder of a session token. */
export function holderOfSession(session: SessionOfPerson): Holder {
  const { id, userId, username, displayName, locale, scopes, createdAt, version } = session;
  const person = { id: userId, userId, username, displayName, locale, scopes, createdAt, version };
  return {
    ...person,
    kind: 'user',
    credentialId: id,
    isPerson: true,
    isSession: true,
    ipAllowList: [],
  };
}

/** An OAuth client that acts for itself. */
interface ActingClient {
  clientId: string;
  clientName: string;
  clientCreatedAt: Date;
  /** Who registered it; null when nobody did. */
  makerId: string | null;
}

/** The holder of a token of a client's own. @param scopes - what token and client both have now. */
export const holderOfClient = (client: ActingClient, scopes: readonly Scope[]): Holder => ({
  ...PROGRAM,
  kind: 'oauth_client',
  credentialId: client.clientId,
  id: client.clientId,
  userId: client.makerId,
  ipAllowList: [],
  displayName: client.clientName,
  createdAt: client.clientCreatedAt,
  scopes,
});
