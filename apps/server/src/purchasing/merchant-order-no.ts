import type { RunRow } from './store/claim-intents.ts';

/** Rows that the release before has claimed are known to the platform with it. */
const OLD_PREFIX = 'pi_';

/**
 * The numbers under which the platform may know an order of the intent: the one on its row first, then the other form.
 * A number is made of the intent's id alone, so that not even a restored backup can make another one.
 */
export function merchantOrderNosOf({
  id,
  merchantOrderNo,
}: Pick<RunRow, 'id' | 'merchantOrderNo'>): string[] {
  const bare = id.slice('int_'.length);
  return [...new Set([merchantOrderNo ?? bare, bare, OLD_PREFIX + bare])];
}

/** The id of the intent that a number is made of; null when it is none of ours. */
export function intentIdOf(merchantOrderNo: string): string | null {
  const bare = /^(?:pi_)?([0-9a-f]{32})$/.exec(merchantOrderNo)?.[1];
  return bare === undefined ? null : `int_${bare}`;
}
