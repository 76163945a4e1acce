import type { Database } from '../../postgres/database.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { Fence } from '../../intent-rows/intent-row.ts';
import { merchantOrderNoSql } from '../../intent-rows/merchant-order-no.ts';
import { FIRST_LOOKUP_AT, scheduleLookups } from '../../intent-rows/schedule-lookups.ts';

const DELETE = `
  WITH gone AS (DELETE FROM "intents" WHERE "id" = $1 AND "version" = $2
    RETURNING ${INTENTS.names(['id', 'appId', 'platform', 'merchantOrderNo'])}),
  owed AS (
    ${scheduleLookups({
      from: `SELECT "id", "appId", "platform", ${merchantOrderNoSql('gone')} FROM gone WHERE $3::boolean`,
      dueAt: FIRST_LOOKUP_AT,
    })} DO NOTHING)
  SELECT "id" FROM gone`;

/** Deletes intents. */
export function deletions(database: Pick<Database, 'rows'>) {
  return {
    /**
     * Deletes the intent with its timeline, if the row is still as the fence says.
     *
     * @param needsLookup - whether an order may exist: the same statement then records look-ups for it.
     */
    async delete({ id, version }: Fence, needsLookup: boolean): Promise<boolean> {
      return (await database.rows(DELETE, [id, version, needsLookup])).length === 1;
    },
  };
}
