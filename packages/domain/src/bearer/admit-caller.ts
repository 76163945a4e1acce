import type { Scope } from '@procurement-intents/contract/bearer';
import type { Holder, FoundCredential } from './holder.ts';
import { BearerError } from './bearer-error.ts';
import { hasScope } from './scopes.ts';

// 6750 2.1: the scheme's name is case-insensitive. Longer than any credential of ours is none.
const BEARER = /^bearer +(\S{1,200})$/i;

/** The credential in an `Authorization` header; null when it has none. */
export const readCredential = (header: string | null | undefined): string | null =>
  BEARER.exec(header ?? '')?.[1] ?? null;

/**
 * The holder of the credential of a call.
 *
 * @param found - null: the call has no credential.
 * @throws BearerError `unauthorized`, `token_expired`.
 */
export function requireHolder(found: FoundCredential | null): Holder {
  if (found === null) throw new BearerError('unauthorized');
  if (found.state === 'valid') return found.holder;
  throw new BearerError(found.state === 'expired' ? 'token_expired' : 'unauthorized', {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });
}

/** Refuses a caller without the scope that a route needs. @param scope - null: any caller may. */
export function checkScope({ scopes }: Pick<Holder, 'scopes'>, scope: Scope | null): void {
  if (scope === null || hasScope(scopes, scope)) return;
  throw new BearerError('insufficient_scope', {
    extras: { required_scope: scope },
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}
