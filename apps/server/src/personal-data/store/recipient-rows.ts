import { RECIPIENT_FIELDS, type StoredRecipient } from '@procurement-intents/domain';
import { quoted } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';

/** The field whose column holds the sealed text; the columns of the others are empty then. */
export const SEALED_FIELD = 'address' satisfies keyof StoredRecipient;

/** The tables with recipients, each in the same columns. */
export const RECIPIENT_TABLES = ['intents', 'archived_intents', 'purchase_requests'] as const;
type RecipientTable = (typeof RECIPIENT_TABLES)[number];

/** A recipient as its table has it. */
export type RecipientRow = StoredRecipient & { id: string; redactedAt: Date | null };

// 500 rows take 0.07 s on a busy machine, which bounds the wait of others for a row; a statement may take 2 s.
const ROWS_AT_ONCE = 500;

const COLUMNS = quoted(['id', ...RECIPIENT_FIELDS, 'redactedAt']);
const UNCHANGED = RECIPIENT_FIELDS.map((field) => `i."${field}" = g."${field}"`).join(' AND ');
const SEALED = RECIPIENT_FIELDS.map(
  (field) => `"${field}" = ${field === SEALED_FIELD ? 'found."sealed"' : "''"}`,
).join(', ');
const GIVEN = [...['id', ...RECIPIENT_FIELDS].map((name) => `"${name}" text`), '"sealed" text'].join(', ');

const statementsOn = (table: RecipientTable) => ({
  next: `SELECT ${COLUMNS} FROM "${table}" WHERE "id" > $1 ORDER BY "id" LIMIT ${ROWS_AT_ONCE}`,
  byId: `SELECT ${COLUMNS} FROM "${table}" WHERE "id" = ANY($1::text[])`,
  // Locks each row and compares it before the write, so that a change in between is never undone.
  replace: `
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS g(${GIVEN})),
    found AS (
      SELECT i."id", g."sealed" FROM "${table}" AS i JOIN given AS g USING ("id")
      WHERE ${UNCHANGED}
      ORDER BY i."id" FOR UPDATE OF i SKIP LOCKED)
    UPDATE "${table}" AS i SET ${SEALED}
    FROM found WHERE i."id" = found."id" RETURNING i."id"`,
});

export type RecipientRows = ReturnType<typeof recipientRows>;

/** Recipients as the table has them, for their sealing under another key. */
export function recipientRows(database: Database, table: RecipientTable = 'intents') {
  const { next, byId, replace } = statementsOn(table);
  return {
    /** The rows after this id, in the order of ids, at most 500. */
    readAfter: (id: string) => database.$queryRawUnsafe<RecipientRow[]>(next, id),
    read: (ids: readonly string[]) => database.$queryRawUnsafe<RecipientRow[]>(byId, [...ids]),
    /** Replaces recipients that have not changed since they were read, and returns their number. */
    async replace(rows: readonly (RecipientRow & { sealed: string })[]): Promise<number> {
      const written = await database.$queryRawUnsafe<unknown[]>(replace, JSON.stringify(rows));
      return written.length;
    },
  };
}
