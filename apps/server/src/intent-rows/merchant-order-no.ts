import { digitsOf, ID_PREFIXES, idOf } from '@procurement-intents/contract';
import { INTENTS } from './intent-columns.ts';
import type { IntentRow } from './intent-row.ts';

const NUMBER = /^[0-9a-f]{32}$/;

/** The number of the order of an intent. It is made of the id alone, so that not even a restored backup makes another one. */
export const merchantOrderNoOf = ({
  id,
  merchantOrderNo,
}: Pick<IntentRow, 'id' | 'merchantOrderNo'>): string => merchantOrderNo ?? digitsOf('intent', id);

/** SQL for the number of a row of intents: the one it has, else the one made of its id. */
export const merchantOrderNoSql = (row: string): string =>
  `COALESCE(${row}.${INTENTS.name('merchantOrderNo')}, substr(${row}."id", ${ID_PREFIXES.intent.length + 1}))`;

/** The id of the intent that a number is made of; null for a number of another service. */
export const intentIdOf = (merchantOrderNo: string): string | null =>
  NUMBER.test(merchantOrderNo) ? idOf('intent', merchantOrderNo) : null;
