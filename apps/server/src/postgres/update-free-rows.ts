import { HELD } from './batch.ts';

export interface FreeRowsUpdate {
  /** The table, which the other parts call `i`. Its key is `id`. */
  table: string;
  /** What yields the rows to change, called `w`, each with its `id`; such as `unnest($1::text[]) AS w("id")`. */
  given: string;
  /** When a row is changed, beside that its id is given. Default: always. */
  condition?: string;
  /** Reads more columns of a row before it changes, into `w`. */
  reads?: string;
  changes: string;
  /** What the changed rows hand to `with` and `answer`; the id too. */
  returns: string;
  /** More parts of the statement, which read the changed rows from `moved`. */
  with?: string;
  /** What is answered of a changed row, which is called `m`. */
  answer: string;
}

/**
 * A statement that changes given rows and waits for nobody: it passes over rows that somebody else holds, and so needs
 * no order in which it takes them. Each given row has an answer; see {@link answerGiven}.
 */
export function updateFreeRows(parts: FreeRowsUpdate): string {
  const { table, given, reads, changes, returns, answer } = parts;
  const matches = `i."id" = w."id"${parts.condition === undefined ? '' : ` AND ${parts.condition}`}`;
  return `
    WITH given AS MATERIALIZED (SELECT * FROM ${given}),
    free AS MATERIALIZED (
      SELECT w.*${reads === undefined ? '' : `, ${reads}`} FROM given AS w JOIN ${table} AS i ON ${matches}
      FOR UPDATE OF i SKIP LOCKED),
    moved AS (
      UPDATE ${table} AS i SET ${changes} FROM free AS w WHERE i."id" = w."id" RETURNING ${returns})${parts.with ?? ''}
    SELECT ${answer}, w."id" AS "givenId",
      -- By what the statement saw at its beginning; a row that a trigger left as it was is not held.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM ${table} AS i WHERE ${matches}) ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN moved AS m ON m."id" = w."id"`;
}

/** What such a statement answers beside the row; the row's columns are null unless it was changed. */
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
