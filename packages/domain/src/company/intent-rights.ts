import type { Holder } from '../bearer/holder.ts';
import { BearerError } from '../bearer/bearer-error.ts';
import type { PersonRights } from './person-rights.ts';
import { commonScopes, hasScope } from '../bearer/scopes.ts';

/** Who asks for the intents of all Apps. */
type IntentReader = Pick<Holder, 'scopes' | 'isPerson' | 'userId'>;

/** What of the intents of all Apps a caller may see and submit. Amounts in fen. */
export type IntentRights = { kind: 'all' } | { kind: 'upTo'; totalFen: bigint };

const forbidden = (reason: string) => new BearerError('forbidden', { extras: { reason } });

/** The user whose rights decide what the caller may see; null when the call's own scopes do, or nobody's can. */
export const deciderOfIntents = ({ scopes, isPerson, userId }: IntentReader): string | null =>
  isPerson && !hasScope(scopes, 'admin') ? userId : null;

/**
 * Decides what of the intents of all Apps a caller whom the scope admits may see: an administrator all, a person what the
 * limit covers.
 *
 * @param rights - of {@link deciderOfIntents}, now.
 * @throws BearerError `forbidden` when that is nothing.
 */
export function intentRightsOf(
  { scopes, isPerson }: Pick<IntentReader, 'scopes' | 'isPerson'>,
  rights: PersonRights | null,
): IntentRights {
  if (hasScope(scopes, 'admin')) return { kind: 'all' };
  if (!isPerson) throw forbidden('only an administrator or a person with an approval limit');
  const totalFen = rights?.approvalLimitFen ?? null;
  if (totalFen === null) throw forbidden('no approval limit');
  return { kind: 'upTo', totalFen };
}

/** A purchase that rights may cover. */
interface Covered {
  totalFen: bigint;
}

const covers = (rights: IntentRights, { totalFen }: Covered): boolean =>
  rights.kind === 'all' || totalFen <= rights.totalFen;

/** Refuses an intent that the rights do not cover. @throws BearerError `forbidden`. */
export function checkCovers(rights: IntentRights, intent: Covered): void {
  if (!covers(rights, intent)) throw forbidden('approval limit');
}

/**
 * Refuses an intent that a person's rights do not cover any more. A scope counts as long as both the call and the person
 * have it.
 *
 * @param rights - of the person, at the moment of the change.
 * @throws BearerError `forbidden` when the right to submit was taken away since the call was admitted.
 */
export function checkStillCovers(
  { scopes }: Pick<IntentReader, 'scopes'>,
  rights: PersonRights | null,
  intent: Covered,
): void {
  const held = commonScopes(scopes, rights?.scopes ?? []);
  if (hasScope(held, 'admin')) return;
  const totalFen = rights?.approvalLimitFen ?? null;
  const isCovered = totalFen !== null && covers({ kind: 'upTo', totalFen }, intent);
  if (!isCovered || !hasScope(held, 'write:purchase-requests'))
    throw forbidden('the right to submit was taken away');
}
