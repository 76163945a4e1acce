import type { Database } from '../postgres/database.ts';
import { INTENTS, type IntentRow } from './intent-columns.ts';

const COLUMNS = INTENTS.names(INTENTS.keys);

/**
 * SQL for a table of all intents: of `intents`, and of the archive. Give it an alias, and take the rows for which "isIntent"
 * is true: the others are copies of rows that are still, or again, in `intents`. One statement sees each intent once, on
 * whichever side it lies. The condition must stand outside, where Postgres carries it to both sides and their indexes.
 */
export const ALL_INTENTS = `(SELECT ${COLUMNS}, true AS "isIntent" FROM "intents"
  UNION ALL SELECT ${COLUMNS}, "isMoved" FROM "archived_intents")`;

/**
 * Makes a function that reads columns of intents by id, wherever they lie. Those that have not moved cost what one index
 * costs.
 */
export function rowFinder<Key extends keyof IntentRow>(keys: readonly Key[]) {
  const hot = `SELECT ${INTENTS.read(keys)} FROM "intents" WHERE "id" = ANY($1)`;
  // Both sides again: a row that was missing may have come back. Planned for the ids, it locks and reads their partitions alone.
  const anywhere = `SELECT ${INTENTS.read(keys, 'i')} FROM ${ALL_INTENTS} AS i WHERE i."isIntent" AND i."id" = ANY($1::text[])`;
  type Found = Pick<IntentRow, Key | 'id'>;
  return async (database: Pick<Database, 'rows'>, ids: readonly string[]): Promise<Map<string, Found>> => {
    const found = new Map((await database.rows<Found>(hot, [ids])).map((row) => [row.id, row]));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length === 0) return found;
    for (const row of await database.rows<Found>(anywhere, [missing])) found.set(row.id, row);
    return found;
  };
}
