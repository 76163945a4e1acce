import type { Database } from '../../postgres/database.ts';
import { isTransient } from '../../postgres/database-errors.ts';
import { redactIntents, REDACTED_AT_ONCE } from './redact-intents.ts';

export interface RedactedPerson {
  /** Intents whose personal data is overwritten now. */
  redacted: number;
  /** Intents that need their recipient until they end; a worker redacts them then. */
  open: number;
}

// A user's intents have no index of their own, so that the App's are walked through.
const WALKED_AT_ONCE = 2000;
const MAX_TRIES = 5;
const AFTER_ALL = new Date('9999-12-31T00:00:00Z');

/** One step of the walk: marks what is the person's, and says where the next one begins. */
const MARK = `
  WITH walked AS MATERIALIZED (
    SELECT "id", "createdAt", "userId" FROM "intents"
    WHERE "appId" = $1 AND ("createdAt", "id") < ($3::timestamptz, $4)
    ORDER BY "createdAt" DESC, "id" DESC LIMIT ${WALKED_AT_ONCE}),
  found AS (
    SELECT i."id" FROM "intents" AS i JOIN walked USING ("id")
    WHERE walked."userId" = $2 AND i."redactedAt" IS NULL ORDER BY i."id" FOR UPDATE OF i),
  marked AS (
    UPDATE "intents" AS i SET "redactRequestedAt" = COALESCE(i."redactRequestedAt", now()) FROM found
    WHERE i."id" = found."id" RETURNING i."id")
  SELECT "createdAt", "id", ARRAY(SELECT "id" FROM marked) AS "ids" FROM walked
  ORDER BY "createdAt", "id" LIMIT 1`;

interface Step {
  createdAt: Date;
  id: string;
  ids: string[];
}

/**
 * Overwrites the personal data of all intents of an App's user that have ended by now, and puts the request on record
 * for those that have not. Intents that are created later are no part of it. Safe beside the running service, and to
 * repeat after an interruption.
 */
export async function redactPerson(
  database: Database,
  { appId, userId }: { appId: string; userId: string },
): Promise<RedactedPerson> {
  const intents = redactIntents(database);
  const done = { redacted: 0, open: 0 };
  let from: Pick<Step, 'createdAt' | 'id'> = { createdAt: AFTER_ALL, id: '' };
  for (;;) {
    const { createdAt, id } = from;
    const [step] = await repeatWhilePassing(() =>
      database.$queryRawUnsafe<Step[]>(MARK, appId, userId, createdAt, id),
    );
    if (!step) return done;
    for (let start = 0; start < step.ids.length; start += REDACTED_AT_ONCE) {
      const ids = step.ids.slice(start, start + REDACTED_AT_ONCE);
      const redacted = await repeatWhilePassing(() => intents.redact({ ids }));
      done.redacted += redacted;
      done.open += ids.length - redacted;
    }
    from = step;
  }
}

/** A row that somebody holds for a moment must not end the whole walk. */
async function repeatWhilePassing<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_TRIES || !isTransient(error)) throw error;
    }
  }
}
