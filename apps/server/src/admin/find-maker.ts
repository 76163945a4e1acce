import type { Scope } from '@procurement-intents/contract/bearer';
import { hasScope } from '@procurement-intents/domain/bearer';
import type { People } from '../operator.ts';
import { UsageError } from './translate-refusal.ts';

/**
 * The id of the user as whose calls those of a key or a client count.
 *
 * @throws UsageError unless there is this user, with all of `scopes`.
 */
export async function findMaker(
  { identity }: Pick<People, 'identity'>,
  username: string,
  scopes: readonly Scope[],
): Promise<string> {
  const maker = await identity.users.findByUsername(username.toLowerCase());
  if (!maker) throw new UsageError(`there is no user ${username}`);
  const excess = scopes.filter((scope) => !hasScope(maker.scopes, scope));
  if (excess.length > 0) throw new UsageError(`${username} has not ${excess.join(', ')}`);
  return maker.id;
}
