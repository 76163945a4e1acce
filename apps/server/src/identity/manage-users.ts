import { hash } from 'node:crypto';
import type { Scope } from '@procurement-intents/contract/bearer';
import type { Locale } from '@procurement-intents/contract/company';
import type { CreateKey } from '../changes/unit-of-work.ts';
import type { Actor } from '../audit/record-change.ts';
import { newId } from '../new-id.ts';
import { loadUser, requireAdministrator } from './change-user.ts';
import type { IdentityContext } from './identity-context.ts';
import type { HashCaller } from './password-hashes.ts';
import type { UserRow } from './store/user-row.ts';

export interface NewUser {
  username: string;
  password: string;
  displayName: string;
  locale?: Locale | undefined;
  scopes: readonly Scope[];
  approvalLimitFen?: bigint | null;
}

/** Who adds a user, and under which `Idempotency-Key`. */
export interface UserCreate {
  actor: Actor;
  key?: CreateKey | null;
  /** For whom the password is hashed; default the service itself. */
  caller?: HashCaller;
}

const SALT_BYTES = 16;

/** A salt that the same create has again: no other create is made under its key. */
const saltOf = ({ ownerId, key }: CreateKey): Buffer =>
  hash('sha256', JSON.stringify(['user password', ownerId, key]), 'buffer').subarray(0, SALT_BYTES);

/**
 * The key of a create with a password. The request's hash covers the hash of the password, so that the same request with
 * another password is another request; a guess from what is stored costs as much as from the user's row.
 */
const withPassword = (key: CreateKey, passwordHash: string): CreateKey => ({
  ...key,
  requestHash: hash('sha256', JSON.stringify([key.requestHash, passwordHash]), 'base64url'),
});

/**
 * Adds a user; under an `Idempotency-Key` once, and later calls get the user as it is now.
 *
 * @param input - checked against the contract.
 * @throws BearerError `conflict` when the username is taken, or the key was used for another request, with another password
 *   too.
 */
export async function createUser(
  { users, passwords, clock }: Pick<IdentityContext, 'users' | 'passwords' | 'clock'>,
  { username, password, displayName, locale = 'zh', scopes, approvalLimitFen = null }: NewUser,
  { actor, key = null, caller }: UserCreate,
): Promise<{ user: UserRow; isReplay: boolean }> {
  const passwordHash = await passwords.hash(password, {
    caller,
    salt: key ? saltOf(key) : undefined,
  });
  await requireAdministrator({ users }, actor);
  const now = clock.now();
  const user: UserRow = {
    id: newId('user'),
    username,
    displayName,
    locale,
    passwordHash,
    passwordChangedAt: now,
    scopes: [...scopes],
    approvalLimitFen,
    disabledAt: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  const made = await users.insert(user, { actor, key: key && withPassword(key, passwordHash) });
  if (!made.isReplay) return { user, isReplay: false };
  return { user: await loadUser({ users }, made.resourceId), isReplay: true };
}
