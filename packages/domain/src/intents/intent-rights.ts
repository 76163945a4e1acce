/** Who asks for the intents of all Apps. Amounts in fen. */
export interface IntentReader {
  isAdmin: boolean;
  /** Whether a person acts, not a program. */
  isPerson: boolean;
  /** The largest total that the person may approve; null: none. */
  approvalLimitFen: bigint | null;
}

/** What of the intents of all Apps a caller may see and submit. */
export type IntentRights =
  { kind: 'all' } | { kind: 'upTo'; totalFen: bigint } | { kind: 'none'; reason: string };

/** Decides what of the intents of all Apps a caller may see: an administrator all, a person what the limit covers. */
export function intentRightsOf({ isAdmin, isPerson, approvalLimitFen }: IntentReader): IntentRights {
  if (isAdmin) return { kind: 'all' };
  if (!isPerson) return { kind: 'none', reason: 'only an administrator or a person with an approval limit' };
  if (approvalLimitFen === null) return { kind: 'none', reason: 'no approval limit' };
  return { kind: 'upTo', totalFen: approvalLimitFen };
}

/** Whether the rights cover an intent. */
export const coversIntent = (rights: IntentRights, { totalFen }: { totalFen: bigint }): boolean =>
  rights.kind === 'all' || (rights.kind === 'upTo' && totalFen <= rights.totalFen);
