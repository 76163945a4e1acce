import type { ErrorName } from '../generated/types.ts';

/** Points to the reference, because the texts themselves are too large for a page to load. */
export function fixOf(name: ErrorName): string {
  return `See ${name} in the reference of errors.`;
}
