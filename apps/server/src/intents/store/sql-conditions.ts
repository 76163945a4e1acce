import type { Condition, ListOrder, Range } from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import { column, valueOf } from './sql-values.ts';

// No letter becomes one of these in lower case. To fold a title takes four times as long as to search it.
const CASELESS = /^[\p{Script=Han}\p{White_Space}!-@[-`{-~]+$/u;

/** The intents of an App that satisfy all conditions. */
export function whereOf(appId: string, conditions: readonly Condition[]): Prisma.Sql {
  return Prisma.join([Prisma.sql`"appId" = ${appId}`, ...conditions.map(sqlOf)], ' AND ');
}

function sqlOf(condition: Condition): Prisma.Sql {
  const name = column(condition.column);
  if ('holds' in condition) {
    const pattern = `%${condition.holds.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    if (CASELESS.test(condition.holds)) return Prisma.sql`${name} LIKE ${pattern}`;
    // The database's own locale may know the cases of ASCII alone.
    return Prisma.sql`lower(${name} COLLATE "und-x-icu") LIKE lower(${pattern} COLLATE "und-x-icu")`;
  }
  if ('oneOf' in condition) {
    const values = condition.oneOf.map((value) =>
      typeof value === 'bigint' ? boundSql(value) : valueOf(condition.column, value),
    );
    return Prisma.sql`${name} IN (${Prisma.join(values)})`;
  }
  return Prisma.sql`(${Prisma.join(
    condition.ranges.map((range) => rangeSql(name, range)),
    ' OR ',
  )})`;
}

function rangeSql(name: Prisma.Sql, { from, to }: Range): Prisma.Sql {
  const bounds = [
    ...(from === undefined ? [] : [Prisma.sql`${name} >= ${boundSql(from)}`]),
    ...(to === undefined ? [] : [Prisma.sql`${name} <= ${boundSql(to)}`]),
  ];
  return Prisma.sql`(${Prisma.join(bounds, ' AND ')})`;
}

const boundSql = (bound: bigint | Date): Prisma.Sql =>
  bound instanceof Date ? Prisma.sql`${bound}::timestamptz` : Prisma.sql`${bound}::bigint`;

/** What comes after the row with this sort value and id. */
export function afterRow(
  { by, direction }: ListOrder,
  { value, id }: { value: bigint; id: string },
): Prisma.Sql {
  const sign = Prisma.raw(direction === 'asc' ? '>' : '<');
  const bound = boundSql(by === 'priceFen' ? value : new Date(Number(value)));
  return Prisma.sql`(${column(by)}, "id") ${sign} (${bound}, ${id})`;
}
