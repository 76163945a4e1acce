import {
  type Environment,
  RANDOM_DIGITS,
  type Scope,
  SCOPE_NAMES,
  TOKEN_PREFIXES,
} from '@procurement-intents/contract/bearer';
import { yuanToFen } from '@procurement-intents/domain';
import { accountOf, apiKeyOf } from '@procurement-intents/domain/bearer';
import type { StoredUser } from '@procurement-intents/domain/company';
import type {
  TestApiKey,
  TestApiKeyOptions,
  TestCompanyMembers,
  TestOAuthClient,
  TestOAuthClientOptions,
  TestPerson,
  TestPersonOptions,
} from '../company-types.ts';
import type { NewId } from '../new-ids.ts';

/** The environment whose API keys the service knows. */
export const ENVIRONMENT: Environment = 'test';

export interface Person extends StoredUser {
  password: string;
}

/** An API key. */
export interface Key {
  id: string;
  key: string;
  name: string;
  scopes: readonly Scope[];
  maker: Person;
  createdAt: Date;
}

/** An OAuth client. */
export interface Client {
  id: string;
  name: string;
  secret: string;
  scopes: readonly Scope[];
  maker: Person;
  createdAt: Date;
}

/** How members are made. */
interface Making {
  createdAt: Date;
  newId: NewId;
  newDigits: () => string;
}

export type Registered = ReturnType<typeof registerMembers>;

const DEFAULT_PEOPLE = [{ username: 'requester' }, { username: 'approver' }] as const;

/** The people, keys and clients that the options name. @throws TypeError for a maker who is none of the people. */
export function registerMembers(
  { people: given = DEFAULT_PEOPLE, apiKeys = [{}], oauthClients = [{}] }: TestCompanyMembers,
  createdAt: Date,
  newId: NewId,
) {
  let drawn = 0;
  const newDigits = (): string => String((drawn += 1)).padStart(RANDOM_DIGITS, '0');
  const making: Making = { createdAt, newId, newDigits };
  const people = given.map((each) => makePerson(each, making));
  const makerOf = (username = people[0]?.username): Person => {
    const maker = people.find((each) => each.username === username);
    if (!maker) throw new TypeError(`no person ${JSON.stringify(username)} is registered`);
    return maker;
  };
  return {
    people,
    keys: apiKeys.map((each) => makeKey(each, makerOf(each.madeBy), making)),
    clients: oauthClients.map((each) => makeClient(each, makerOf(each.madeBy), making)),
    newDigits,
  };
}

const makePerson = (given: TestPersonOptions, { createdAt, newId }: Making): Person => ({
  id: newId('user', createdAt),
  username: accountOf(given.username),
  password: given.password ?? `the password of ${given.username}`,
  displayName: given.displayName ?? given.username,
  locale: 'zh',
  scopes: [...(given.scopes ?? (['admin'] as const))],
  approvalLimitFen: given.approvalLimit === undefined ? null : BigInt(yuanToFen(given.approvalLimit) ?? 0),
  disabledAt: null,
  createdAt,
  updatedAt: createdAt,
  version: 1,
});

function makeKey(
  { key, name = 'key of tests', scopes }: TestApiKeyOptions,
  maker: Person,
  making: Making,
): Key {
  const { createdAt, newId, newDigits } = making;
  return {
    id: newId('apiKey', createdAt),
    key: key ?? apiKeyOf(ENVIRONMENT, newDigits()),
    name,
    scopes: scopes ?? maker.scopes,
    maker,
    createdAt,
  };
}

function makeClient(
  { clientId, clientSecret, name = 'client of tests', scopes }: TestOAuthClientOptions,
  maker: Person,
  { createdAt, newId, newDigits }: Making,
): Client {
  return {
    id: clientId ?? newId('client', createdAt),
    name,
    secret: clientSecret ?? TOKEN_PREFIXES.clientSecret + newDigits(),
    scopes: scopes ?? scopesOfClient(maker.scopes),
    maker,
    createdAt,
  };
}

/** Everything that a client of this maker can be given unnamed. */
const scopesOfClient = (ofMaker: readonly Scope[]): Scope[] =>
  ofMaker.includes('admin') ? SCOPE_NAMES.filter((scope) => scope !== 'admin') : [...ofMaker];

/** A person as tests know them. */
export const shownPerson = (person: Person): TestPerson => {
  const { id, username, password, displayName, scopes, approvalLimitFen } = person;
  const limit = approvalLimitFen === null ? {} : { approvalLimit: Number(approvalLimitFen) / 100 };
  return { id, username, password, displayName, scopes, ...limit };
};

/** A key as tests know it. */
export const shownKey = ({ key, name, scopes, maker }: Key): TestApiKey => ({
  key,
  name,
  scopes,
  madeBy: maker.username,
});

/** A client as tests know it. */
export const shownClient = ({ id, secret, name, scopes, maker }: Client): TestOAuthClient => ({
  clientId: id,
  clientSecret: secret,
  name,
  scopes,
  madeBy: maker.username,
});
