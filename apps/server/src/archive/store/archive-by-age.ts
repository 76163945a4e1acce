import { type EventType, FINAL_STATUSES } from '@procurement-intents/contract';
import { ALL_CHANGES_SHOWN, AUTOMATIC } from '@procurement-intents/domain';
import { ADVISORY_LOCKS } from '../../postgres/advisory-locks.ts';
import { countOf } from '../../postgres/count-of.ts';
import type { Database } from '../../postgres/database.ts';
import { ENDED_AT } from '../../intent-rows/indexed-times.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import { insertEvents } from '../../intent-rows/insert-events.ts';
import { literals } from '../../postgres/columns.ts';

/** The most intents that are archived by themselves in a second. */
export const ARCHIVED_A_SECOND = 1000;
const ARCHIVED_AT_ONCE = 250;

const ARCHIVED = 'intent.archived' satisfies EventType;

// `isArchivingReported` (`caller-changes.ts` of the domain) for the version before this change: the first ones, then each that
// doubles their number. `archive-by-age.test.ts` holds both to one answer.
const IS_REPORTED = `("version" - 1 <= ${ALL_CHANGES_SHOWN} OR ("version" - 1) % ${ALL_CHANGES_SHOWN} = 0
  AND (("version" - 1) / ${ALL_CHANGES_SHOWN} & (("version" - 1) / ${ALL_CHANGES_SHOWN} - 1)) = 0)`;

/**
 * Archives the intents that ended longest ago of Apps that have archive days: `archivingOf` of the domain for many rows. One
 * that its caller has taken out of the archive is left to the caller. What
 * was archived within a second, by whomever, counts towards the most of a second. Locked rows are left to the next call.
 */
const ARCHIVE = `
  WITH archiver AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS.archiver}) AS "isFree"),
  recent AS MATERIALIZED (
    SELECT count(*) AS "n" FROM (
      SELECT FROM "intents" WHERE "archivedAt" > (SELECT service_now()) - interval '1 second' AND "archivedAt" IS NOT NULL
        AND ${INTENTS.name('nextAttemptAt')} IS NULL AND "copiedAt" IS NULL LIMIT ${ARCHIVED_A_SECOND}) AS known),
  ready AS MATERIALIZED (
    SELECT ended."id" FROM "apps" AS a CROSS JOIN LATERAL (
      SELECT "id" FROM "intents"
      WHERE "appId" = a."id" AND "archivedAt" IS NULL AND "unarchivedAt" IS NULL AND "status" IN (${literals(FINAL_STATUSES)})
        AND ${ENDED_AT} <= (SELECT service_now()) - make_interval(days => a."archiveAfterDays")
      ORDER BY ${ENDED_AT} LIMIT ${ARCHIVED_AT_ONCE} FOR UPDATE SKIP LOCKED) AS ended
    WHERE a."archiveAfterDays" IS NOT NULL AND (SELECT "isFree" FROM archiver)
    LIMIT LEAST(${ARCHIVED_AT_ONCE}, ${ARCHIVED_A_SECOND} - (SELECT "n" FROM recent))),
  archived AS (
    UPDATE "intents" AS i SET "archivedAt" = service_now(), "version" = i."version" + 1
    FROM ready WHERE i."id" = ready."id" RETURNING i."id", i."appId", i."status", i."version", i."archivedAt"),
  ${insertEvents(
    `SELECT "id", "appId", "status", "version", "archivedAt", '${ARCHIVED}', '${AUTOMATIC}' FROM archived
      WHERE ${IS_REPORTED}`,
    ['detail'],
  )}
  SELECT count(*)::int AS "count" FROM archived`;

/** Archives intents by the archive days of their Apps. */
export const archiveByAge = (database: Pick<Database, 'rows'>) => ({
  /** Archives some of those that are due, and says how many; 0 also while another process does it. */
  archiveDue: (): Promise<number> => countOf(database, ARCHIVE, []),
});
