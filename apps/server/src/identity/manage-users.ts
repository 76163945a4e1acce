import type { Locale, Scope } from '@procurement-intents/contract/bearer';
import type { Actor } from '../audit/record-change.ts';
import { newUuid } from '../new-uuid.ts';
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

/** Adds a user. Null when the username is taken. @param input - checked against the contract. */
export async function createUser(
  { users, passwords, clock }: Pick<IdentityContext, 'users' | 'passwords' | 'clock'>,
  { username, password, displayName, locale = 'zh', scopes, approvalLimitFen = null }: NewUser,
  actor: Actor,
): Promise<UserRow | null> {
  const passwordHash = await passwords.hash(password);
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
  return (await users.insert(user, actor)) ? user : null;
}
