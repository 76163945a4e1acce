import type { Database } from '../../postgres/database.ts';

/** The intents of one user of an App. */
export interface Person {
  appId: string;
  userId: string;
}

/** One page of an App's intents. The next page begins before its oldest one. */
export interface MarkedPage {
  createdAt: Date;
  id: string;
  /** The person's intents of this page, which are marked now. */
  ids: string[];
}

// There is no index by user, so the statement walks through all intents of the App.
const ROWS_AT_ONCE = 2000;

const MARK = `
  WITH walked AS MATERIALIZED (
    SELECT "id", "createdAt", "userId" FROM "intents"
    WHERE "appId" = $1 AND ("createdAt", "id") < ($3::timestamptz, $4)
    ORDER BY "createdAt" DESC, "id" DESC LIMIT ${ROWS_AT_ONCE}),
  found AS (
    SELECT i."id" FROM "intents" AS i JOIN walked USING ("id")
    WHERE walked."userId" = $2 AND i."redactedAt" IS NULL ORDER BY i."id" FOR UPDATE OF i),
  marked AS (
    UPDATE "intents" AS i SET "redactRequestedAt" = COALESCE(i."redactRequestedAt", now()) FROM found
    WHERE i."id" = found."id" RETURNING i."id")
  SELECT "createdAt", "id", ARRAY(SELECT "id" FROM marked) AS "ids" FROM walked
  ORDER BY "createdAt", "id" LIMIT 1`;

/**
 * Records the request for redaction on a person's intents in the next page before `before`. Null after the last page.
 * Locks the person's rows in the order of their ids.
 */
export async function markPerson(
  database: Database,
  { appId, userId }: Person,
  before: Pick<MarkedPage, 'createdAt' | 'id'>,
): Promise<MarkedPage | null> {
  const { createdAt, id } = before;
  const [page] = await database.$queryRawUnsafe<MarkedPage[]>(MARK, appId, userId, createdAt, id);
  return page ?? null;
}
