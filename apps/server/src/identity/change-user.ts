import type { AuditActionOn } from '@procurement-intents/contract/company';
import { checkVersion } from '@procurement-intents/domain';
import { BearerError, checkId, found, hasScope } from '@procurement-intents/domain/bearer';
import { changeInTurn } from '../changes/change-in-turn.ts';
import type { Actor } from '../audit/record-change.ts';
import type { ChangeTarget } from '../changes/change-target.ts';
import type { IdentityContext } from './identity-context.ts';
import type { UserRow } from './store/user-row.ts';
import type { UserChanges } from './store/user-store.ts';

type Context = Pick<IdentityContext, 'users' | 'clock'>;
type Wanted = { changes: UserChanges; keptSessionId?: string | null };

/** The user. @throws BearerError `not_found`. */
export async function loadUser({ users }: Pick<Context, 'users'>, id: string): Promise<UserRow> {
  checkId('user', id);
  return found(await users.find(id));
}

/**
 * Checks once more that who acts may administer. Passwords are hashed one at a time, and the wait for it can be long.
 *
 * @throws BearerError `unauthorized`
 */
export async function requireAdministrator(
  { users }: Pick<Context, 'users'>,
  { userId }: Actor,
): Promise<void> {
  if (userId === null) return;
  const user = await users.find(userId);
  if (!user || user.disabledAt !== null || !hasScope(user.scopes, 'admin'))
    throw new BearerError('unauthorized');
}

/**
 * Changes a user. Another change that comes first is taken into account; with `If-Match` it is a conflict.
 *
 * @param decide - what to change in the user as it stands; null: nothing.
 * @throws BearerError `not_found`; ApiError `VERSION_CONFLICT`; what `decide` throws.
 */
export async function changeUser(
  context: Context,
  { id, ifMatch, actor }: ChangeTarget,
  action: AuditActionOn<'user'>,
  decide: (user: UserRow) => Wanted | null,
): Promise<UserRow> {
  return changeInTurn(async () => {
    const user = await loadUser(context, id);
    checkVersion(user, ifMatch);
    const wanted = decide(user);
    return wanted ? context.users.update(user, { actor, at: context.clock.now(), action, ...wanted }) : user;
  });
}
