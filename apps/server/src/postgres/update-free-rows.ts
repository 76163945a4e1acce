import { HELD } from './batch.ts';

export interface FreeRowsUpdate {
  /** The table, which the other parts call `i`. Its key is `id`. */
  table: string;
  /** The source of the rows to change, with the alias `w` and an `id`, for example `unnest($1::text[]) AS w("id")`. */
  given: string;
  /** The condition to change a row whose id is given. Default: none. */
  condition?: string;
  /** More columns of a row, read into `w` before the change. */
  reads?: string;
  changes: string;
  /** The columns of the changed rows that `with` and `answer` can use; `id` is one of them. */
  returns: string;
  /** More parts of the statement, which read the changed rows from `changed`. */
  with?: string;
  /** The columns that are returned of a changed row, which has the alias `m`. */
  answer: string;
}

/**
 * Builds a statement that changes given rows without waiting for locks: it skips rows that another transaction has
 * locked, so the order of its locks does not matter. Each given row has an answer; see {@link answerGiven}.
 */
export function updateFreeRows(parts: FreeRowsUpdate): string {
  const { table, given, reads, changes, returns, answer } = parts;
  const matches = `i."id" = w."id"${parts.condition === undefined ? '' : ` AND ${parts.condition}`}`;
  return `
    WITH given AS MATERIALIZED (SELECT * FROM ${given}),
    free AS MATERIALIZED (
      SELECT w.*${reads === undefined ? '' : `, ${reads}`} FROM given AS w JOIN ${table} AS i ON ${matches}
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE ${table} AS i SET ${changes} FROM free AS w WHERE i."id" = w."id" RETURNING ${returns})${parts.with ?? ''}
    SELECT ${answer}, w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM ${table} AS i WHERE ${matches}) ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id"`;
}

/** A row of the statement's result. The columns of an unchanged row are null. */
export type GivenAnswer<Row extends { id: string }> = Row & { givenId: string; isHeld: boolean };

/** The answers in the order of the given ids: the changed row, null where the condition did not hold, or `HELD`. */
export function answerGiven<Row extends { id: string }>(
  ids: readonly string[],
  answers: readonly GivenAnswer<Row>[],
): (Row | null | typeof HELD)[] {
  const byId = new Map(answers.map((one) => [one.givenId, one]));
  return ids.map((id) => {
    const { givenId: _givenId, isHeld, ...row } = byId.get(id) as GivenAnswer<Row>;
    if (isHeld) return HELD;
    return (row.id as string | null) === null ? null : (row as unknown as Row);
  });
}
