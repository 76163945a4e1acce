import { Prisma } from '#prisma';
import type { Database } from '../infra/database.ts';
import type { Condition, Range } from './list-filter.ts';
import { createCountReader, isCounted } from './read-counts.ts';
import type { IntentRow } from './repository.ts';
import { column, valueOf } from './sql-values.ts';

const ITEM_COLUMNS = [
  'id',
  'userId',
  'platform',
  'title',
  'priceFen',
  'quantity',
  'totalFen',
  'status',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof IntentRow)[];
/** The part of an intent that lists show. */
export type ListRow = Pick<IntentRow, (typeof ITEM_COLUMNS)[number]>;

export interface ListOrder {
  by: 'createdAt' | 'updatedAt' | 'priceFen';
  direction: 'asc' | 'desc';
}
/** Where a page begins: behind so many rows, or behind the row with this sort value and id. */
export type ListStart = { skip: number } | { after: { value: bigint; id: string } };

export type ListRepository = ReturnType<typeof createListRepository>;

export function createListRepository(database: Database) {
  const readCounts = createCountReader(database);
  return {
    /** How many intents of the App satisfy all conditions. */
    async count(appId: string, conditions: readonly Condition[]): Promise<number> {
      if (conditions.every(isCounted)) return readCounts(appId, conditions);
      const [row] = await database.$queryRaw<{ total: bigint }[]>`
        SELECT count(*) AS total FROM "intents" WHERE ${whereOf(appId, conditions)}`;
      return Number(row?.total ?? 0);
    },

    /** At most `take` of them from `start` on, in `order`; ties in the order of their ids. */
    page(
      appId: string,
      conditions: readonly Condition[],
      { order, start, take }: { order: ListOrder; start: ListStart; take: number },
    ): Promise<ListRow[]> {
      const direction = Prisma.raw(order.direction.toUpperCase());
      const after = 'after' in start ? Prisma.sql`AND ${afterRow(order, start.after)}` : Prisma.empty;
      const offset = 'skip' in start ? Prisma.sql`OFFSET ${start.skip}` : Prisma.empty;
      return database.$queryRaw<ListRow[]>`
        SELECT ${Prisma.join(ITEM_COLUMNS.map(column))} FROM "intents"
        WHERE ${whereOf(appId, conditions)} ${after}
        ORDER BY ${column(order.by)} ${direction}, "id" ${direction} LIMIT ${take} ${offset}`;
    },
  };
}

function whereOf(appId: string, conditions: readonly Condition[]): Prisma.Sql {
  return Prisma.join([Prisma.sql`"appId" = ${appId}`, ...conditions.map(sqlOf)], ' AND ');
}

function sqlOf(condition: Condition): Prisma.Sql {
  const name = column(condition.column);
  if ('holds' in condition) {
    const pattern = `%${condition.holds.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
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

function afterRow({ by, direction }: ListOrder, { value, id }: { value: bigint; id: string }): Prisma.Sql {
  const sign = Prisma.raw(direction === 'asc' ? '>' : '<');
  const bound = boundSql(by === 'priceFen' ? value : new Date(Number(value)));
  return Prisma.sql`(${column(by)}, "id") ${sign} (${bound}, ${id})`;
}
