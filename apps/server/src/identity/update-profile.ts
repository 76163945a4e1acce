import { ApiError } from '@procurement-intents/domain';
import type { Holder } from '@procurement-intents/domain/bearer';
import {
  checkProfileChange,
  type ProfileChanges,
  profileFields,
  wrongOldPassword,
} from '@procurement-intents/domain/company';
import type { Actor } from '../audit/record-change.ts';
import { changeUser, loadUser } from './change-user.ts';
import type { IdentityContext } from './identity-context.ts';
import type { UserRow } from './store/user-row.ts';

/** Who changes the own profile, and from where. */
export interface ProfileChange {
  holder: Holder;
  actor: Actor;
  ifMatch: string | undefined;
  /** The address that limits count. */
  address: string;
}

/**
 * Changes the person's own name, language or password. A new password ends all other sessions.
 *
 * @throws BearerError `forbidden` for a program, for a password without a session, or when the old password is wrong;
 *   `rate_limited` after too many wrong ones.
 */
export async function updateProfile(
  context: IdentityContext,
  wanted: ProfileChanges,
  { holder, actor, ifMatch, address }: ProfileChange,
): Promise<UserRow> {
  checkProfileChange(holder, wanted);
  const { password, oldPassword = '' } = wanted;
  const target = { id: holder.id, ifMatch, actor };
  const fields = profileFields(wanted);
  if (password === undefined) {
    const isEmpty = Object.keys(fields).length === 0;
    return changeUser(context, target, 'profile.updated', () => (isEmpty ? null : { changes: fields }));
  }
  const before = await requireOldPassword(context, holder, { oldPassword, address });
  const hashCaller = { account: before.username, address };
  const passwordHash = await context.passwords.hash(password, { caller: hashCaller });
  return changeUser(context, target, 'user.password_changed', (user) => {
    // Another change of the password came first: the old one is no longer the person's.
    if (user.passwordHash !== before.passwordHash)
      throw new ApiError('VERSION_CONFLICT', { data: { currentVersion: user.version } });
    return { changes: { ...fields, passwordHash }, keptSessionId: holder.credentialId };
  });
}

/** A session that was stolen does not give away the password: wrong ones count as failures to log in. */
async function requireOldPassword(
  { users, passwords, throttle }: IdentityContext,
  { id, username }: Holder,
  { oldPassword, address }: { oldPassword: string; address: string },
): Promise<UserRow> {
  const user = await loadUser({ users }, id);
  const giveBack = await throttle.reserve({ account: `user ${username}`, address });
  let isWrong = false;
  try {
    const find = () => Promise.resolve(user);
    isWrong = (await passwords.check(find, oldPassword, { account: user.username, address })) === null;
  } finally {
    if (!isWrong) await giveBack();
  }
  if (isWrong) throw wrongOldPassword();
  return user;
}
