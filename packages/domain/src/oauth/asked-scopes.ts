import { type Scope, SCOPE_NAMES } from '@procurement-intents/contract/bearer';
import { hasScope } from '../bearer/scopes.ts';

const isScope = (text: string): text is Scope => (SCOPE_NAMES as string[]).includes(text);

/** The scopes that a `scope` parameter names; null when one is unknown or none is named. */
export function parseScope(text: string): Scope[] | null {
  const names = text.split(' ').filter((name) => name !== '');
  if (names.length === 0 || !names.every(isScope)) return null;
  return SCOPE_NAMES.filter((scope) => names.includes(scope));
}

/**
 * The scopes that a client asks for: those that it names, else all that it may have but `admin`, which is never given
 * unnamed. RFC 6749, 3.3.
 *
 * @param text - of the `scope` parameter; null without one.
 * @returns null when a scope is unknown or not the client's, or when there is none.
 */
export function askedScopes(text: string | null, ofClient: readonly Scope[]): Scope[] | null {
  if (text === null) {
    const own = ofClient.filter((scope) => scope !== 'admin');
    return own.length > 0 ? own : null;
  }
  const asked = parseScope(text);
  return asked?.every((scope) => hasScope(ofClient, scope)) ? asked : null;
}

/** Scopes as the `scope` parameter of an answer. */
export const formatScope = (scopes: readonly Scope[]): string => scopes.join(' ');
