import type { EventType } from '@procurement-intents/contract';
import type { Database } from '../../postgres/database.ts';
import { insertEvents } from '../../intent-rows/insert-events.ts';
import { overwriteDetails } from '../../intent-rows/overwrite-details.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { Fence } from '../../intent-rows/intent-row.ts';
import { merchantOrderNoSql } from '../../intent-rows/merchant-order-no.ts';
import { FIRST_LOOKUP_AT, scheduleLookups } from '../../intent-rows/schedule-lookups.ts';

const DELETED = 'intent.deleted' satisfies EventType;

const DELETE = `
  WITH gone AS (DELETE FROM "intents" WHERE "id" = $1 AND "version" = $2 AND "attempt" = $3
    RETURNING ${INTENTS.names(['id', 'appId', 'platform', 'merchantOrderNo', 'cancelSentOrderId', 'status', 'version'])}),
  owed AS (
    ${scheduleLookups({
      from: `SELECT "id", "appId", "platform", ${merchantOrderNoSql('gone')}, "cancelSentOrderId"
        FROM gone WHERE $4::boolean`,
      dueAt: FIRST_LOOKUP_AT,
    })} DO NOTHING),
  overwritten AS (${overwriteDetails('gone')}),
  ${insertEvents(`SELECT "id", "appId", "status", "version" + 1, $5::timestamptz, '${DELETED}' FROM gone`, [])}
  SELECT "id" FROM gone`;

/** Deletes intents. */
export function deletions(database: Pick<Database, 'rows'>) {
  return {
    /**
     * Deletes the intent, if the row is still as the fence says, and adds the event of it. The timeline stays for the
     * publisher, without what may quote a person.
     *
     * @param needsLookup - whether an order may exist: the same statement then records look-ups for it.
     */
    async delete({ id, version, attempt }: Fence, at: Date, needsLookup: boolean): Promise<boolean> {
      return (await database.rows(DELETE, [id, version, attempt, needsLookup, at])).length === 1;
    },
  };
}
