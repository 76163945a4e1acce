import type { Locale, Scope } from '@procurement-intents/contract/bearer';
import type { CreateKey } from '../audit/create-once.ts';
import type { Actor } from '../audit/record-change.ts';
import { newUuid } from '../new-uuid.ts';
import { loadUser, requireAdministrator } from './change-user.ts';
import type { IdentityContext } from './identity-context.ts';
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
}

/**
 * Adds a user; under an `Idempotency-Key` once, and later calls get the user as it is now.
 *
 * @param input - checked against the contract.
 * @throws BearerError `conflict` when the username is taken, or the key was used for another request.
 */
export async function createUser(
  { users, passwords, clock }: Pick<IdentityContext, 'users' | 'passwords' | 'clock'>,
  { username, password, displayName, locale = 'zh', scopes, approvalLimitFen = null }: NewUser,
  create: UserCreate,
): Promise<{ user: UserRow; isReplay: boolean }> {
  const passwordHash = await passwords.hash(password);
  await requireAdministrator({ users }, create.actor);
  const now = clock.now();
  const user: UserRow = {
    id: `usr_${newUuid()}`,
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
  const made = await users.insert(user, create);
  if (!made.isReplay) return { user, isReplay: false };
  return { user: await loadUser({ users }, made.resourceId), isReplay: true };
}
