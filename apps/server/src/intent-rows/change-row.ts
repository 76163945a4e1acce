import type { StoredRecipient } from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import { toJson } from '../postgres/to-json.ts';
import { changeSql, changeValues, definitionsOf, shapeOf } from './change-sql.ts';
import type { Update } from './intent-row.ts';

/** A change that does not end the intent and writes no recipient, which would have to be sealed. */
export type PlainChange = Update & { fields: { [Key in keyof StoredRecipient]?: never } };

/**
 * The statement that writes a change outside the fenced writer.
 *
 * @param target - a query for the `id` of the intent and the time of the change, `at`; without a row nothing is written.
 * @param condition - SQL for what else the row `i` must be. Default: nothing.
 */
export function changeRow(target: Prisma.Sql, change: PlainChange, condition?: string): Prisma.Sql {
  const sql = changeSql(shapeOf(change));
  const given = Prisma.raw(definitionsOf(sql).join(', '));
  const matches = Prisma.raw(`i."id" = w."id"${condition === undefined ? '' : ` AND ${condition}`}`);
  return Prisma.sql`
    WITH target AS (${target}),
    w AS (SELECT * FROM target, json_to_record(${toJson(changeValues(change))}::json) AS given(${given})),
    changed AS (
      UPDATE "intents" AS i SET ${Prisma.raw(sql.changes)} FROM w WHERE ${matches}
      RETURNING ${Prisma.raw(['i."id"', ...sql.returns].join(', '))})${Prisma.raw(sql.events)}
    SELECT "id" FROM changed`;
}
