import type { ErrorName } from '../generated/types.ts';

/** Where it is said what to do about an error: the texts themselves are too much for a page to load. */
export function fixOf(name: ErrorName): string {
  return `See ${name} in the reference of errors.`;
}
