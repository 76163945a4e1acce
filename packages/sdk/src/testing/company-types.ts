import type { BearerClientOptions } from '../bearer/index.ts';
import type { Scope } from '../generated/bearer-types.ts';

/** A person of the company, who logs in or has made keys. */
export interface TestPerson {
  /** What `requestedBy` and `decidedBy` of a purchase request name. */
  readonly id: string;
  readonly username: string;
  readonly password: string;
  readonly displayName: string;
  readonly scopes: readonly Scope[];
  /** Yuan up to which the person may approve requests. A person with the scope `admin` needs none. */
  readonly approvalLimit?: number;
}

/** A person to register. `username` is 3 to 64 lower-case letters, digits and `._-`. Default: all scopes (`admin`). */
export type TestPersonOptions = Pick<TestPerson, 'username'> & Partial<Omit<TestPerson, 'id'>>;

/** A key with which a program calls. */
export interface TestApiKey {
  readonly key: string;
  /** What the key is for: the `displayName` of its profile. */
  readonly name: string;
  /** The key may do what is here and what its maker may do. */
  readonly scopes: readonly Scope[];
  /** Username of the person whose calls those of the key count as. */
  readonly madeBy: string;
}

/** A key to register. Default: a new key with all scopes of the first person. */
export type TestApiKeyOptions = Partial<TestApiKey>;

/** An OAuth client that acts for itself. */
export interface TestOAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Username of the person whose calls those of the client count as. */
  readonly madeBy: string;
}

/** An OAuth client to register. Default: a new client with all scopes of the first person, `admin` aside. */
export type TestOAuthClientOptions = Partial<TestOAuthClient>;

/** Options of a client of the company's side: those of every client, except how it reaches the service. */
export type TestCompanyOptions = Partial<Omit<BearerClientOptions, 'baseUrl' | 'fetch'>>;

/** Who calls the company's side. */
export interface TestCompanyMembers {
  /** Default: `requester` and `approver`, both with all scopes, so that one can approve what the other asks for. */
  people?: readonly [TestPersonOptions, ...TestPersonOptions[]] | undefined;
  /** Default: one key with all scopes of the first person. */
  apiKeys?: readonly TestApiKeyOptions[] | undefined;
  /** Default: one client with all scopes but `admin`. */
  oauthClients?: readonly TestOAuthClientOptions[] | undefined;
}
