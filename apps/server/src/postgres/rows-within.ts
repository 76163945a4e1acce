import type { Database } from './database.ts';
import type { Statements } from './transaction.ts';

/** Runs the statements of a store in a transaction, instead of each on a connection of its own. */
export const rowsWithin = (transaction: Statements): Pick<Database, 'rows'> => ({
  rows: (text, values = []) => transaction.$queryRawUnsafe(text, ...values),
});
