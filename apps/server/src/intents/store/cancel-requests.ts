import { cancelRequestOf } from '@procurement-intents/domain';
import { quoted } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import { changeSql, parametersOf, parameterValues, shapeOf } from '../../intent-rows/change-sql.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow, StoreOptions } from '../../intent-rows/intent-row.ts';

// Every request writes the same fields.
const REQUEST = changeSql(shapeOf(cancelRequestOf(new Date(0))));

export const REQUEST_CANCEL = `
  WITH changed AS (
    UPDATE "intents" AS i SET ${REQUEST.changes}
    FROM (SELECT ${parametersOf(REQUEST, 3)}) AS w
    WHERE i."id" = $1 AND i."version" = $2 AND i."status" = 'PROCESSING' AND i."cancelRequestedAt" IS NULL
    RETURNING ${[INTENTS.read(INTENTS.keys, 'i'), ...REQUEST.returns].join(', ')})${REQUEST.events}
  SELECT ${quoted(INTENTS.keys)} FROM changed`;

/** The requests to cancel that a worker decides with the platform. */
export function cancelRequests(
  database: Pick<Database, 'rows'>,
  { recipients }: Pick<StoreOptions, 'recipients'>,
) {
  return {
    /** Puts a cancellation on record; an open one stays as it is. Null when the intent is not PROCESSING any more. */
    async requestCancel(id: string, version: number, at: Date): Promise<IntentRow | null> {
      const values = [id, version, ...parameterValues(REQUEST, cancelRequestOf(at), at)];
      const [row] = await database.rows<IntentRow>(REQUEST_CANCEL, values);
      return row ? recipients.open(row) : null;
    },
  };
}
