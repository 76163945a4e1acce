import type { Locale, Scope } from '@procurement-intents/contract/bearer';

/** Whose credential a call to /v1 carries, and what it may do. */
export interface BearerCaller {
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
export type FoundCredential = { state: 'valid'; caller: BearerCaller } | { state: 'expired' | 'unknown' };

/** Finds the holder of a credential in the `Authorization` header. */
export interface Credentials {
  /** A credential of a form that none has costs no query. */
  find(credential: string): Promise<FoundCredential>;
  /** Notes that the credential was used. */
  used(caller: BearerCaller): void;
}
