import { type EventType, FINAL_STATUSES, PERSONAL_DETAILS } from '@procurement-intents/contract';
import { REDACTED } from '@procurement-intents/domain';
import { type DueRecords, REDACTED_AT_ONCE } from '../../personal-data/redactor.ts';
import type { Database } from '../../postgres/database.ts';
import { ENDED_AT } from '../../intent-rows/indexed-times.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import { insertEvents } from '../../intent-rows/insert-events.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import { overwriteDetails } from '../../intent-rows/overwrite-details.ts';
import { overwriteTexts } from '../../postgres/overwrite-texts.ts';
import { INTENT_TEXTS, overwrittenKeys } from '../../personal-data/personal-texts.ts';
import { literals } from '../../postgres/columns.ts';

/** Which of the intents that have ended: those that are due, or by their ids. */
export type Redactable = DueRecords | { ids: readonly string[] };

// Word by word as in the index; then what no index can hold. A row with `nextAttemptAt` is still tracked.
const READY = `"redactedAt" IS NULL AND ${INTENTS.name('nextAttemptAt')} IS NULL
  AND "status" IN (${literals(FINAL_STATUSES)})
  AND NOT EXISTS (SELECT 1 FROM "order_lookups" AS owed WHERE owed."intentId" = known."id")`;

const WHICH = {
  endedDaysAgo: `${ENDED_AT} <= (SELECT service_now()) - make_interval(days => $1::int) ORDER BY ${ENDED_AT}`,
  isRequested: `"redactRequestedAt" IS NOT NULL AND $1::boolean ORDER BY "redactRequestedAt"`,
  ids: `"id" = ANY($1::text[])`,
};

const EVENT_OF_REDACTION = 'intent.redacted' satisfies EventType;
const PERSONAL = overwrittenKeys<IntentRow>(INTENT_TEXTS).map((key) => INTENTS.name(key));

/** Where an intent lies: in `intents`, or moved to the archive. */
interface Side {
  table: string;
  /** A condition of its rows. */
  isThere: string;
  /** What else is written there. */
  copies: string;
}

const SIDES: Record<'hot' | 'moved', Side> = {
  hot: {
    table: '"intents"',
    isThere: 'true',
    // A copy for the archive is out of date at once, and goes.
    copies: `"copiedAt" = CASE WHEN i."copiedAt" IS NOT NULL THEN '-infinity'::timestamptz END`,
  },
  moved: {
    table: '"archived_intents"',
    isThere: 'known."isMoved"',
    // The timeline that went with it.
    copies: `"timeline" = (
        SELECT COALESCE(jsonb_agg(CASE WHEN e->>'type' IN (${literals(PERSONAL_DETAILS)}) AND e->>'detail' IS NOT NULL
          THEN e || '{"detail": "${REDACTED}"}' ELSE e END ORDER BY n), '[]')
        FROM jsonb_array_elements(i."timeline") WITH ORDINALITY AS event(e, n))`,
  },
};

/**
 * Locks at most so many rows, passing over those that somebody holds: several workers share the rows, and none waits.
 * `updatedAt` stays: the purchase is as it was.
 */
const statementFor = (which: string, { table, isThere, copies }: Side): string => `
  WITH ready AS MATERIALIZED (
    SELECT "id" FROM ${table} AS known WHERE ${isThere} AND ${READY} AND ${which} LIMIT $2::int FOR UPDATE SKIP LOCKED),
  redacted AS (
    UPDATE ${table} AS i SET ${overwriteTexts('i', PERSONAL)},
      "redactedAt" = service_now(), "version" = i."version" + 1, ${copies}
    FROM ready WHERE i."id" = ready."id" RETURNING i."id", i."appId", i."status", i."version", i."redactedAt"),
  overwritten AS (${overwriteDetails('redacted')}),
  ${insertEvents(`SELECT "id", "appId", "status", "version", "redactedAt", '${EVENT_OF_REDACTION}' FROM redacted`, [])}
  SELECT "id" FROM redacted`;

const statementsOn = (side: Side) => ({
  endedDaysAgo: statementFor(WHICH.endedDaysAgo, side),
  isRequested: statementFor(WHICH.isRequested, side),
  ids: statementFor(WHICH.ids, side),
});
const STATEMENTS = [statementsOn(SIDES.hot), statementsOn(SIDES.moved)];

/** Ends the personal data of intents. */
export function redactIntents(database: Database) {
  return {
    /**
     * Overwrites the personal data of intents that have ended and want nothing more, at most {@link REDACTED_AT_ONCE}
     * of them, and says how many. Repeat it while it answers that number.
     */
    async redact(redactable: Redactable): Promise<number> {
      const [[which, value]] = Object.entries(redactable) as [[keyof typeof WHICH, unknown]];
      let redacted = 0;
      for (const statements of STATEMENTS) {
        const left = REDACTED_AT_ONCE - redacted;
        const rows = left > 0 && (await database.$queryRawUnsafe<unknown[]>(statements[which], value, left));
        redacted += rows ? rows.length : 0;
      }
      return redacted;
    },
  };
}
