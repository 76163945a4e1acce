import { FIXES } from '../generated/fixes.ts';
import type { ErrorName } from '../generated/types.ts';

/** What to do about an error. */
export function fixOf(name: ErrorName): string {
  return FIXES[name];
}
