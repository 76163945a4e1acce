import { cancelRequestOf } from '@procurement-intents/domain';
import { quoted } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { Fence, IntentPatch, IntentRow, NewEvent } from '../../intent-rows/intent-row.ts';
import { merchantOrderNoSql } from '../../intent-rows/merchant-order-no.ts';
import { FIRST_LOOKUP_AT, scheduleLookups } from '../../intent-rows/schedule-lookups.ts';
import type { StoreParts } from '../../intent-rows/store-options.ts';
import { createIntentWriter } from '../../intent-rows/write-intents.ts';

const REQUEST_CANCEL = `
  WITH moved AS (
    UPDATE "intents" SET "cancelRequestedAt" = $3::timestamptz, "cancelRefusal" = $4::text,
      ${INTENTS.name('nextAttemptAt')} = $3::timestamptz
    WHERE "id" = $1 AND "version" = $2 AND "status" = 'PROCESSING' AND "cancelRequestedAt" IS NULL
    RETURNING ${INTENTS.read(INTENTS.keys)}),
  noted AS (
    INSERT INTO "intent_events" ("intentId", "type", "at")
    SELECT "id", $5, $3::timestamptz FROM moved)
  SELECT ${quoted(INTENTS.keys)} FROM moved`;

const DELETE = `
  WITH gone AS (DELETE FROM "intents" WHERE "id" = $1 AND "version" = $2
    RETURNING ${INTENTS.names(['id', 'appId', 'platform', 'merchantOrderNo'])}),
  owed AS (
    ${scheduleLookups({
      from: `SELECT "id", "appId", "platform", ${merchantOrderNoSql('gone')} FROM gone WHERE $3::boolean`,
      dueAt: FIRST_LOOKUP_AT,
    })} DO NOTHING)
  SELECT "id" FROM gone`;

/** What the verbs of callers write of intents that exist. */
export function updateIntents(
  database: Database,
  { open, sealed, onMove }: Pick<StoreParts, 'open' | 'sealed' | 'onMove'>,
) {
  const write = sealed(createIntentWriter(database, INTENTS.keys));
  return {
    /**
     * Writes `patch` and its event in one statement, if the row is still as the fence says; increments the version.
     * Null when the race was lost, and then nothing was written.
     */
    async update(
      fence: Fence,
      patch: IntentPatch,
      at: Date,
      event: NewEvent | null,
    ): Promise<IntentRow | null> {
      const updated = open(await write({ fence, patch, at, event, isVisible: true }));
      if (updated && event?.to) onMove(updated.status, updated.failureCode);
      return updated;
    },

    /** Puts a cancellation on record; an open one stays as it is. Null when the intent is not PROCESSING any more. */
    async requestCancel(id: string, version: number, at: Date): Promise<IntentRow | null> {
      const { fields, event } = cancelRequestOf(at);
      const values = [id, version, fields.cancelRequestedAt, fields.cancelRefusal, event.type];
      const [row] = await database.rows<IntentRow>(REQUEST_CANCEL, values);
      return open(row ?? null);
    },

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
