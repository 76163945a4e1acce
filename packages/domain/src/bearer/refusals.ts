import { type IdKind, idPattern } from '@procurement-intents/contract/bearer';
import { BearerError } from './bearer-error.ts';

/** Refuses an id of a path that can be none of this kind: no text of another form reaches the database. */
export function checkId(kind: IdKind, id: string): void {
  if (!idPattern(kind).test(id)) throw new BearerError('not_found');
}

/** What a look-up gave. @throws BearerError `not_found` when it gave nothing. */
export function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new BearerError('not_found');
  return value;
}

/** The error of a call that the state of things forbids. `reason`: what stands against it. */
export const conflict = (reason: string, cause?: unknown): BearerError =>
  new BearerError('conflict', { extras: { reason }, cause });
