import { type Environment, KEY_HINT_CHARS, type Scope } from '@procurement-intents/contract/bearer';
import { apiKeyOf } from '@procurement-intents/domain/bearer';
import type { Actor } from '../audit/record-change.ts';
import type { Clock } from '../clock.ts';
import { hashOf, newDigits } from '../new-token.ts';
import { newUuid } from '../new-uuid.ts';
import type { KeyRow, KeyStore } from './store/key-store.ts';

/** What the verbs on API keys need. */
export interface KeysContext {
  keys: KeyStore;
  clock: Clock;
  environment: Environment;
}

export interface NewKey {
  name: string;
  scopes: readonly Scope[];
  ipAllowList?: readonly string[] | undefined;
  /** Its maker: the key can do what the maker can, no more. */
  userId: string;
}

/** A key in plain text, shown once; only its hash is stored. */
export interface IssuedKey {
  row: KeyRow;
  key: string;
}

/** Makes an API key. @param input - checked against the contract, with scopes that the maker has. */
export async function createKey(
  { keys, clock, environment }: KeysContext,
  { name, scopes, ipAllowList = [], userId }: NewKey,
  actor: Actor,
): Promise<IssuedKey> {
  const key = apiKeyOf(environment, newDigits());
  const row: KeyRow = {
    id: `key_${newUuid()}`,
    hash: hashOf(key),
    hint: key.slice(0, KEY_HINT_CHARS),
    name,
    scopes: [...scopes],
    ipAllowList: [...ipAllowList],
    userId,
    revokedAt: null,
    createdAt: clock.now(),
  };
  await keys.insert(row, actor);
  return { row, key };
}
