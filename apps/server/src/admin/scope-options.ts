import { type Role, ROLES, type Scope, SCOPE_NAMES } from '@procurement-intents/contract/bearer';
import { InvalidArgumentError } from 'commander';

/** The scopes that an option names: scopes and roles, separated by commas. */
export function parseScopes(text: string): Scope[] {
  const given = new Set<string>(text.split(',').flatMap((word) => ROLES[word as Role] ?? [word]));
  given.delete('');
  const unknown = [...given].filter((word) => !(SCOPE_NAMES as string[]).includes(word));
  if (unknown.length > 0)
    throw new InvalidArgumentError(
      `${unknown.join(', ')}: give scopes (${SCOPE_NAMES.join(', ')}) or roles (${Object.keys(ROLES).join(', ')})`,
    );
  return SCOPE_NAMES.filter((scope) => given.has(scope));
}
