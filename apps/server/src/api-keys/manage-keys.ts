import { type Environment, KEY_HINT_CHARS, type Scope } from '@procurement-intents/contract/bearer';
import { apiKeyOf, checkId, found } from '@procurement-intents/domain/bearer';
import type { StoredKey } from '@procurement-intents/domain/company';
import type { CreateKey } from '../changes/unit-of-work.ts';
import type { Actor } from '../audit/record-change.ts';
import type { Clock } from '../clock.ts';
import { checkIpAllowList } from '@procurement-intents/domain';
import { hashOf, newDigits } from '../new-token.ts';
import { newId } from '../new-id.ts';
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

/** Who makes a key, and under which `Idempotency-Key`. */
export interface KeyCreate {
  actor: Actor;
  key?: CreateKey | null;
}

/** A key that was made. */
export interface IssuedKey {
  row: StoredKey;
  /** In plain text, shown once; only its hash is stored. Null in a replay. */
  key: string | null;
}

/** The key's row. @throws BearerError `not_found`. */
export async function loadKey({ keys }: Pick<KeysContext, 'keys'>, id: string): Promise<StoredKey> {
  checkId('apiKey', id);
  return found(await keys.read(id));
}

/**
 * Makes an API key; under an `Idempotency-Key` once, and later calls get its row as it is now.
 *
 * @param input - checked against the contract.
 * @throws BearerError `conflict` when the key of the create was used for another request; ValidationError for a bad entry of
 *   the IP list.
 */
export async function createKey(
  context: KeysContext,
  { name, scopes, ipAllowList = [], userId }: NewKey,
  create: KeyCreate,
): Promise<IssuedKey> {
  checkIpAllowList(ipAllowList);
  const key = apiKeyOf(context.environment, newDigits());
  const row: KeyRow = {
    id: newId('apiKey'),
    hash: hashOf(key),
    hint: key.slice(0, KEY_HINT_CHARS),
    name,
    scopes: [...scopes],
    ipAllowList: [...ipAllowList],
    userId,
    revokedAt: null,
    createdAt: context.clock.now(),
  };
  const made = await context.keys.insert(row, create);
  if (made.isReplay) return { row: await loadKey(context, made.resourceId), key: null };
  return { row: { ...row, lastUsedAt: null }, key };
}
