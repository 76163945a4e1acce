import { INTENTS } from './intent-columns.ts';
import type { IntentRow } from './intent-row.ts';

const ID_PREFIX = 'int_';
/** Rows that the release before has claimed are known to the platform with it. */
const OLD_PREFIX = 'pi_';

/**
 * The numbers under which the platform may know an order of the intent: the one on its row first, then the other form.
 * A number is made of the intent's id alone, so that not even a restored backup can make another one.
 */
export function merchantOrderNosOf({
  id,
  merchantOrderNo,
}: Pick<IntentRow, 'id' | 'merchantOrderNo'>): string[] {
  const bare = id.slice(ID_PREFIX.length);
  return [...new Set([merchantOrderNo ?? bare, bare, OLD_PREFIX + bare])];
}

/** SQL of the first of these numbers, of a row of intents. */
export const merchantOrderNoSql = (row: string): string =>
  `COALESCE(${row}.${INTENTS.name('merchantOrderNo')}, substr(${row}."id", ${ID_PREFIX.length + 1}))`;

/** The id of the intent that a number is made of; null when it is none of ours. */
export function intentIdOf(merchantOrderNo: string): string | null {
  const bare = /^(?:pi_)?([0-9a-f]{32})$/.exec(merchantOrderNo)?.[1];
  return bare === undefined ? null : ID_PREFIX + bare;
}
