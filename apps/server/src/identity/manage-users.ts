import { hash } from 'node:crypto';
import type { Scope } from '@procurement-intents/contract/bearer';
import type { Locale } from '@procurement-intents/contract/company';
import type { CreateKey } from '../changes/unit-of-work.ts';
import type { Actor } from '../audit/record-change.ts';
import type { ChangeTarget } from '../changes/change-target.ts';
import { newId } from '../new-id.ts';
import { changeUser, loadUser, requireAdministrator } from './change-user.ts';
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

/**
 * Refuses the user from now on, with the keys and tokens that act for the user, or lets the user in again.
 *
 * @throws BearerError `not_found`, `conflict` when nobody else could administer; ApiError `VERSION_CONFLICT`.
 */
export function setUserDisabled(
  context: Pick<IdentityContext, 'users' | 'clock'>,
  { isDisabled, ...target }: ChangeTarget & { isDisabled: boolean },
): Promise<UserRow> {
  const action = isDisabled ? 'user.disabled' : 'user.enabled';
  return changeUser(context, target, action, ({ disabledAt }) =>
    (disabledAt !== null) === isDisabled
      ? null
      : { changes: { disabledAt: isDisabled ? context.clock.now() : null } },
  );
}

/**
 * Gives the user a new password, and ends what was opened and granted before.
 *
 * @param caller - for whom the password is hashed; default the service itself.
 * @throws BearerError `not_found`, `unauthorized` when who acts may not administer any more; ApiError `VERSION_CONFLICT`.
 */
export async function resetPassword(
  context: Pick<IdentityContext, 'users' | 'passwords' | 'clock'>,
  { password, caller, ...target }: ChangeTarget & { password: string; caller?: HashCaller },
): Promise<UserRow> {
  await loadUser(context, target.id);
  const passwordHash = await context.passwords.hash(password, { caller });
  await requireAdministrator(context, target.actor);
  return changeUser(context, target, 'user.password_reset', () => ({ changes: { passwordHash } }));
}
