import { type IdKind, idPattern } from '@procurement-intents/contract/bearer';
import { BearerError } from './bearer-error.ts';

/** Refuses an id of a path that can be none of this kind: no text of another form reaches the database. */
export function checkId(kind: IdKind, id: string): void {
  if (!idPattern(kind).test(id)) throw new BearerError('not_found');
}
