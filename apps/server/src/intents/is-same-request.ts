import type { IntentRow } from './repository.ts';

/**
 * Whether a repeated create asks for what made `row`. With the personal data the hash of the body has gone, and nothing
 * is taken for the same any more: a purchase that is told of as made must not be one that never was.
 */
export function isSameRequest(row: IntentRow, requestHash: string): boolean {
  return row.redactedAt === null && row.requestHash === requestHash;
}
