import { type By, write } from '../../changes/unit-of-work.ts';
import { ALL_INTENTS } from '../../intent-rows/all-intents.ts';
import type { Database } from '../../postgres/database.ts';
import { redactIntents } from './redact-intents.ts';

/** The intents of one user of an App. */
export interface Person {
  appId: string;
  userId: string;
}

/** One page of a person's intents. The next page begins before its oldest one. */
export interface MarkedPage {
  createdAt: Date;
  id: string;
  /** Those of this page that are marked now. */
  ids: string[];
}

interface Marked extends MarkedPage {
  /** Whether an intent was brought back from the archive meanwhile, and is not marked itself. */
  isRowMissed: boolean;
}

// Some 0.2 s on a busy machine, which bounds the wait of others for a row.
const ROWS_AT_ONCE = 500;

const MARK = `
  WITH walked AS MATERIALIZED (
    SELECT "id", "createdAt", "redactedAt" IS NULL AS "isOpen" FROM ${ALL_INTENTS} AS known
    WHERE "isIntent" AND "appId" = $1 AND "userId" = $2 AND ("createdAt", "id") < ($3::timestamptz, $4)
    ORDER BY "createdAt" DESC, "id" DESC LIMIT ${ROWS_AT_ONCE}),
  found AS (
    SELECT i."id" FROM "intents" AS i JOIN walked USING ("id")
    WHERE i."redactedAt" IS NULL ORDER BY i."id" FOR UPDATE OF i),
  marked AS (
    UPDATE "intents" AS i SET "redactRequestedAt" = COALESCE(i."redactRequestedAt", service_now()) FROM found
    WHERE i."id" = found."id" RETURNING i."id"),
  -- A row that moves in this moment is marked as the copy that it becomes.
  copies AS (
    SELECT a."id" FROM "archived_intents" AS a JOIN walked USING ("id")
    WHERE a."redactedAt" IS NULL ORDER BY a."id" FOR UPDATE OF a),
  marked_copies AS (
    UPDATE "archived_intents" AS a SET "redactRequestedAt" = COALESCE(a."redactRequestedAt", service_now()) FROM copies
    WHERE a."id" = copies."id" RETURNING a."id", a."isMoved")
  SELECT "createdAt", "id", ARRAY(SELECT "id" FROM marked UNION SELECT "id" FROM marked_copies) AS "ids",
    EXISTS (SELECT FROM walked WHERE "isOpen" AND "id" NOT IN (
      SELECT "id" FROM marked UNION ALL SELECT "id" FROM marked_copies WHERE "isMoved")) AS "isRowMissed"
  FROM walked
  ORDER BY "createdAt", "id" LIMIT 1`;

export type PersonStore = ReturnType<typeof createPersonStore>;

/** What the redaction of one person reads and writes. */
export function createPersonStore(database: Database) {
  return {
    /**
     * Records the request for redaction on a person's intents in the next page before `before`. Null after the last
     * page. Locks the person's rows in the order of their ids, those of the archive last: a row that was brought back
     * while its copy was waited for is marked by a second transaction.
     *
     * @param by - who asked for it, which the audit log gets; null for the pages after the first one.
     */
    async mark(
      { appId, userId }: Person,
      { createdAt, id }: Pick<MarkedPage, 'createdAt' | 'id'>,
      by: By | null,
    ): Promise<MarkedPage | null> {
      const markOnce = (who: By | null) =>
        write(database, who, async (transaction) => {
          const [page] = await transaction.$queryRawUnsafe<Marked[]>(MARK, appId, userId, createdAt, id);
          const change = { action: 'app.user_redacted', subjectId: appId, after: { userId } } as const;
          return { result: page ?? null, change };
        });
      const page = await markOnce(by);
      return page?.isRowMissed ? markOnce(null) : page;
    },
    ...redactIntents(database),
  };
}
