import { REDACTED } from '@procurement-intents/domain';
import type { StoredRequest } from '@procurement-intents/domain/procurement';
import { overwriteTexts } from '../../postgres/overwrite-texts.ts';
import { overwrittenKeys, REQUEST_TEXTS } from '../../personal-data/personal-texts.ts';
import { type DueRecords, REDACTED_AT_ONCE } from '../../personal-data/redactor.ts';
import { type By, write } from '../../changes/unit-of-work.ts';
import type { Database } from '../../postgres/database.ts';

const PERSONAL = overwrittenKeys<StoredRequest>(REQUEST_TEXTS).map((key) => `"${key}"`);

/** Which of the requests that have ended: those that are due, or those of one person. */
type RedactableRequests = DueRecords | { requestedBy: string };

const WHICH = {
  endedDaysAgo: `"endedAt" <= (SELECT service_now()) - make_interval(days => $1::int) ORDER BY "endedAt"`,
  isRequested: `"redactRequestedAt" IS NOT NULL AND $1::boolean ORDER BY "redactRequestedAt"`,
  requestedBy: `"requestedBy" = $1 ORDER BY "id"`,
};

// The hash of a create's body tells a phone number that is guessed: all of them are soon tried. It counts as no body's.
const statementFor = (which: string): string => `
  WITH ready AS MATERIALIZED (
    SELECT "id" FROM "purchase_requests" WHERE "redactedAt" IS NULL AND "endedAt" IS NOT NULL AND ${which}
    LIMIT ${REDACTED_AT_ONCE} FOR UPDATE SKIP LOCKED),
  gone AS (
    UPDATE "purchase_requests" AS r SET
      ${overwriteTexts('r', PERSONAL)},
      "redactedAt" = service_now(), "version" = r."version" + 1
    FROM ready WHERE r."id" = ready."id" RETURNING r."id"),
  hashes AS (
    UPDATE "idempotent_creates" AS c SET "requestHash" = '${REDACTED}' FROM gone WHERE c."resourceId" = gone."id")
  SELECT "id" FROM gone`;

const STATEMENTS = {
  endedDaysAgo: statementFor(WHICH.endedDaysAgo),
  isRequested: statementFor(WHICH.isRequested),
  requestedBy: statementFor(WHICH.requestedBy),
};

export type RequestPeople = ReturnType<typeof requestPeople>;

/** Ends the personal data of purchase requests. */
export function requestPeople(database: Database) {
  return {
    /** Overwrites the personal data of at most {@link REDACTED_AT_ONCE} requests, and returns their number. */
    async redact(redactable: RedactableRequests): Promise<number> {
      const [[which, value]] = Object.entries(redactable) as [[keyof typeof STATEMENTS, unknown]];
      return (await database.$queryRawUnsafe<unknown[]>(STATEMENTS[which], value)).length;
    },
    /** Records that the person's open requests are redacted as soon as they end, and in the audit log who asked for it. */
    mark(requestedBy: string, by: By): Promise<void> {
      return write(database, by, async (transaction) => {
        await transaction.$executeRaw`UPDATE "purchase_requests" SET "redactRequestedAt" = service_now()
          WHERE "requestedBy" = ${requestedBy} AND "redactedAt" IS NULL AND "redactRequestedAt" IS NULL`;
        return { result: undefined, change: { action: 'user.requests_redacted', subjectId: requestedBy } };
      });
    },
  };
}
