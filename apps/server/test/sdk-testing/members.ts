import { ROLES, type Scope } from '@procurement-intents/contract/bearer';

/** A person of the company. Amounts in yuan. */
interface Person {
  scopes: readonly Scope[];
  approvalLimit?: number;
}

/** The people of both worlds, by username. */
export const PEOPLE = {
  requester: { scopes: ROLES.requester },
  approver: { scopes: ROLES.approver, approvalLimit: 1000 },
  buyer: { scopes: ROLES.buyer },
  administrator: { scopes: ROLES.admin },
  changing: { scopes: ['read:suppliers'] },
} as const satisfies Record<string, Person>;
export type PersonName = keyof typeof PEOPLE;

/** A program of the company. */
interface Program {
  scopes: readonly Scope[];
  madeBy: PersonName;
}

/** The API keys of both worlds, by name. */
export const KEYS = {
  'key of all': { scopes: ['admin'], madeBy: 'administrator' },
  'key of a requester': {
    scopes: ['read:purchase-requests', 'write:purchase-requests', 'read:reports'],
    madeBy: 'requester',
  },
} as const satisfies Record<string, Program>;

/** The OAuth clients of both worlds, by name. */
export const CLIENTS = {
  'client of a buyer': { scopes: ['read:suppliers', 'write:suppliers', 'read:reports'], madeBy: 'buyer' },
} as const satisfies Record<string, Program>;

export type KeyName = keyof typeof KEYS;
export type ClientName = keyof typeof CLIENTS;
/** Whoever calls the company's side. */
export type Member = PersonName | KeyName | ClientName;

export const isPerson = (member: Member): member is PersonName => member in PEOPLE;
export const isKey = (member: Member): member is KeyName => member in KEYS;

/** The keys and secrets that the real world has made, known to both. */
export interface Secrets {
  keys: Record<KeyName, string>;
  clients: Record<ClientName, { id: string; secret: string }>;
}
