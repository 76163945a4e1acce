import { type Scope, SCOPE_NAMES } from '@procurement-intents/contract/bearer';

/** Whether the holder of `scopes` may do what `needed` names: `admin` implies all, `write:` does not imply `read:`. */
export const hasScope = (scopes: readonly Scope[], needed: Scope): boolean =>
  scopes.includes(needed) || scopes.includes('admin');

/**
 * What all the holders have: token, client and person. In the order of the table of scopes; `admin` alone when all have it.
 */
export function commonScopes(...sets: readonly (readonly Scope[])[]): Scope[] {
  const common = SCOPE_NAMES.filter((scope) => sets.every((scopes) => hasScope(scopes, scope)));
  return common.includes('admin') ? ['admin'] : common;
}
