import type { Database } from '../../postgres/database.ts';
import type { Recipient, RecipientBox } from '../../sealing/recipient-box.ts';

export interface Resealed {
  /** Intents whose recipient is sealed under the current key now. */
  resealed: number;
  /** Intents that changed each time they were tried; another run takes them. */
  left: number;
}

type SealedRow = Recipient & { id: string; redactedAt: Date | null };

interface Page {
  stale: SealedRow[];
  /** The last id that was read. */
  last: string | undefined;
}

// Some 0.07 s on a busy machine, and nobody waits longer for a row of it; a statement may take 2 s.
const ROWS_AT_ONCE = 500;
const MAX_ROUNDS = 5;

const ROWS = `SELECT "id", "recipientName", "address", "phone", "redactedAt" FROM "intents"`;
const NEXT = `${ROWS} WHERE "id" > $1 ORDER BY "id" LIMIT ${ROWS_AT_ONCE}`;
const AGAIN = `${ROWS} WHERE "id" = ANY($1::text[])`;

// The row is locked and compared again before it is written, so that a change that came between is never undone.
const RESEAL = `
  WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json)
      AS g("id" text, "recipientName" text, "address" text, "phone" text, "sealed" text)),
  found AS (
    SELECT i."id", g."sealed" FROM "intents" AS i JOIN given AS g USING ("id")
    WHERE i."address" = g."address" AND i."recipientName" = g."recipientName" AND i."phone" = g."phone"
    ORDER BY i."id" FOR UPDATE OF i SKIP LOCKED)
  UPDATE "intents" AS i SET "recipientName" = '', "phone" = '', "address" = found."sealed"
  FROM found WHERE i."id" = found."id" RETURNING i."id"`;

/**
 * Seals every recipient under the current key that rests in the clear or under an older one. It walks in the order of
 * ids in small statements, so it may run beside the service and again after an interruption; versions stay as they are.
 *
 * @throws Error when a recipient opens under none of the box's keys.
 */
export async function resealRecipients(database: Database, box: RecipientBox): Promise<Resealed> {
  const done = { resealed: 0, left: 0 };
  const read = async (statement: string, given: unknown): Promise<Page> => {
    const rows = await database.$queryRawUnsafe<SealedRow[]>(statement, given);
    const stale = rows.filter((row) => row.redactedAt === null && !box.isCurrent(row));
    return { stale, last: rows.at(-1)?.id };
  };
  let page = await read(NEXT, '');
  while (page.last !== undefined) {
    let { stale } = page;
    for (let round = 0; stale.length > 0 && round < MAX_ROUNDS; round += 1) {
      done.resealed += await reseal(database, box, stale);
      ({ stale } = await read(AGAIN, idsOf(stale)));
    }
    done.left += stale.length;
    page = await read(NEXT, page.last);
  }
  return done;
}

const idsOf = (rows: readonly SealedRow[]): string[] => rows.map(({ id }) => id);

async function reseal(database: Database, box: RecipientBox, rows: readonly SealedRow[]): Promise<number> {
  const given = rows.map((row) => ({ ...row, sealed: box.seal(row.id, box.open(row)).address }));
  const written = await database.$queryRawUnsafe<unknown[]>(RESEAL, JSON.stringify(given));
  return written.length;
}
