import { digitsOf, ID_PREFIXES, idOf } from '@procurement-intents/contract';
import { INTENTS } from './intent-columns.ts';
import type { IntentRow } from './intent-row.ts';

/** @compat OLD_PREFIX: stands before the numbers of the oldest orders that platforms have. */
const OLD_PREFIX = 'pi_';
const NUMBER = new RegExp(`^(?:${OLD_PREFIX})?([0-9a-f]{32})$`);

/**
 * The numbers under which the platform may know an order of the intent: the one on its row first, then the other form.
 * A number is made of the intent's id alone, so that not even a restored backup can make another one.
 */
export function merchantOrderNosOf({
  id,
  merchantOrderNo,
}: Pick<IntentRow, 'id' | 'merchantOrderNo'>): string[] {
  const bare = digitsOf('intent', id);
  return [...new Set([merchantOrderNo ?? bare, bare, OLD_PREFIX + bare])];
}

/** SQL for the number of a row of intents: the one it has, else the one made of its id. */
export const merchantOrderNoSql = (row: string): string =>
  `COALESCE(${row}.${INTENTS.name('merchantOrderNo')}, substr(${row}."id", ${ID_PREFIXES.intent.length + 1}))`;

/** The id of the intent that a number is made of; null for a number of another service. */
export function intentIdOf(merchantOrderNo: string): string | null {
  const bare = NUMBER.exec(merchantOrderNo)?.[1];
  return bare === undefined ? null : idOf('intent', bare);
}
