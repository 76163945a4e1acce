import { RECIPIENT_FIELDS, type StoredRecipient } from '@procurement-intents/domain';
import type { Database } from '../../postgres/database.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import { SEALED_FIELD } from '../../sealing/recipient-box.ts';

/** The recipient of an intent as the table has it. */
export type RecipientRow = StoredRecipient & { id: string; redactedAt: Date | null };

// 500 rows take 0.07 s on a busy machine, which bounds the wait of others for a row; a statement may take 2 s.
const ROWS_AT_ONCE = 500;

const ROWS = `SELECT ${INTENTS.read(['id', ...RECIPIENT_FIELDS, 'redactedAt'])} FROM "intents"`;
const NEXT = `${ROWS} WHERE "id" > $1 ORDER BY "id" LIMIT ${ROWS_AT_ONCE}`;
const BY_ID = `${ROWS} WHERE "id" = ANY($1::text[])`;

const UNCHANGED = RECIPIENT_FIELDS.map((field) => `i.${INTENTS.name(field)} = g."${field}"`).join(' AND ');
const SEALED = RECIPIENT_FIELDS.map(
  (field) => `${INTENTS.name(field)} = ${field === SEALED_FIELD ? 'found."sealed"' : "''"}`,
).join(', ');

// Locks each row and compares it before the write, so that a change in between is never undone.
const REPLACE = `
  WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json)
      AS g(${INTENTS.given(['id', ...RECIPIENT_FIELDS])}, "sealed" text)),
  found AS (
    SELECT i."id", g."sealed" FROM "intents" AS i JOIN given AS g USING ("id")
    WHERE ${UNCHANGED}
    ORDER BY i."id" FOR UPDATE OF i SKIP LOCKED)
  UPDATE "intents" AS i SET ${SEALED}
  FROM found WHERE i."id" = found."id" RETURNING i."id"`;

export type RecipientRows = ReturnType<typeof recipientRows>;

/** Recipients as the table has them, for their sealing under another key. */
export function recipientRows(database: Database) {
  return {
    /** The rows after this id, in the order of ids, at most 500. */
    readAfter: (id: string) => database.$queryRawUnsafe<RecipientRow[]>(NEXT, id),
    read: (ids: readonly string[]) => database.$queryRawUnsafe<RecipientRow[]>(BY_ID, [...ids]),
    /** Replaces recipients that have not changed since they were read, and returns their number. */
    async replace(rows: readonly (RecipientRow & { sealed: string })[]): Promise<number> {
      const written = await database.$queryRawUnsafe<unknown[]>(REPLACE, JSON.stringify(rows));
      return written.length;
    },
  };
}
