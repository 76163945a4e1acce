import {
  type CompanyListRequest,
  isLabelCondition,
  type LabelCondition,
  type ListRequest,
} from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import { LIST_COLUMNS, type ListRow } from './list-rows.ts';
import { countIn, countInSeveral } from './read-counts.ts';
import { afterRow, columnSql, ofLabel, whereOf } from './sql-conditions.ts';
import type { Statements } from '../../postgres/transaction.ts';

/** A list of one App, or of several. */
export type AnyListRequest = ListRequest | CompanyListRequest;
type PageRequest = Omit<ListRequest, 'appId'>;

// To fetch and sort so many takes some milliseconds; more are dense enough to be met soon in any order.
const FEW_ROWS = 1000;

/** Whether titles are searched whose order is not that of the index that has them. */
export const isSearchInOtherOrder = ({ conditions, order }: PageRequest): boolean =>
  order.by !== 'createdAt' && conditions.some((condition) => 'holds' in condition);

/** Reads a page. @param total - how many rows satisfy the conditions, where that is known. */
export const readPage = (
  transaction: Statements,
  request: AnyListRequest,
  total?: number,
): Promise<ListRow[]> =>
  transaction.$queryRaw<ListRow[]>(
    'appIds' in request ? companyPageSql(request, total) : pageSql(request.appId, request, total),
  );

/** The statement for a page; `total` is how many rows satisfy the conditions, where that is known. */
export function pageSql(appId: string | Prisma.Sql, request: PageRequest, total = Infinity): Prisma.Sql {
  const { conditions, order, start, take, detail } = request;
  const direction = Prisma.raw(order.direction.toUpperCase());
  const inOrder = Prisma.sql`ORDER BY ${columnSql(order.by)} ${direction}, "id" ${direction}`;
  const after = 'after' in start ? Prisma.sql`AND ${afterRow(order, start.after)}` : Prisma.empty;
  const offset = 'skip' in start ? Prisma.sql`OFFSET ${start.skip}` : Prisma.empty;
  const part = Prisma.sql`${after} ${inOrder} LIMIT ${take} ${offset}`;
  const matching = whereOf(appId, conditions);
  let where = Prisma.sql`${matching} ${part}`;
  if (isSearchInOtherOrder(request) && total <= FEW_ROWS) {
    // In their own order, all rows of the App would be fetched to find the few. An array is made before, once.
    where = Prisma.sql`"id" = ANY (ARRAY(SELECT "id" FROM "intents" WHERE ${matching})) ${part}`;
  } else if (conditions.length > 0 && order.by === 'createdAt') {
    // An index finds the rows by itself; only those of the page are fetched from the table.
    where = Prisma.sql`"id" IN (SELECT "id" FROM "intents" WHERE ${matching} ${part}) ${inOrder}`;
  }
  return Prisma.sql`SELECT ${Prisma.raw(LIST_COLUMNS[detail])} FROM "intents" WHERE ${where}`;
}

/** The Apps of a list, as the table `apps`. The counters name each App that has intents. */
const appsSql = (appIds: readonly string[] | null): Prisma.Sql =>
  appIds === null
    ? Prisma.sql`(SELECT DISTINCT "appId" FROM "intent_counts") AS apps`
    : Prisma.sql`unnest(${[...appIds]}::text[]) AS apps("appId")`;
const APP = Prisma.sql`apps."appId"`;

/**
 * The statement for a page over several Apps: as many rows as the page may need of each, found as those of one App are, and
 * of these the first. So no index over all Apps makes creates dearer.
 */
function companyPageSql(request: CompanyListRequest, total?: number): Prisma.Sql {
  const { appIds, order, start, take } = request;
  const skip = 'skip' in start ? start.skip : 0;
  const ofOne = { ...request, take: take + skip, start: 'skip' in start ? { skip: 0 } : start };
  const direction = Prisma.raw(order.direction.toUpperCase());
  return Prisma.sql`SELECT apps."appId", page.* FROM ${appsSql(appIds)}
    CROSS JOIN LATERAL (${pageSql(APP, ofOne, total)}) AS page
    ORDER BY page.${columnSql(order.by)} ${direction}, page."id" ${direction} LIMIT ${take} OFFSET ${skip}`;
}

/** Counts what the counters know. */
export const countCounted = (transaction: Statements, request: AnyListRequest): Promise<number> =>
  'appIds' in request
    ? countInSeveral(transaction, request.appIds, request.conditions)
    : countIn(transaction, request.appId, request.conditions);

/** Counts by the index of labels alone, which has a row for each intent that has the label: no intent is fetched. */
async function countLabelled(
  transaction: Statements,
  appId: string,
  condition: LabelCondition,
): Promise<number> {
  const [row] = await transaction.$queryRaw<{ total: bigint }[]>(
    Prisma.sql`SELECT count(*) AS total FROM "intent_labels" WHERE ${ofLabel(appId, condition)}`,
  );
  return Number(row?.total ?? 0);
}

/** Counts the rows that satisfy the conditions. */
export async function countRows(transaction: Statements, request: AnyListRequest): Promise<number> {
  const { conditions } = request;
  const [first, ...others] = conditions;
  if ('appId' in request && first && isLabelCondition(first) && others.length === 0) {
    return countLabelled(transaction, request.appId, first);
  }
  const [row] = await transaction.$queryRaw<{ total: bigint | null }[]>(
    'appIds' in request
      ? Prisma.sql`SELECT sum(counted."n")::bigint AS total FROM ${appsSql(request.appIds)} CROSS JOIN LATERAL
          (SELECT count(*) AS "n" FROM "intents" WHERE ${whereOf(APP, conditions)}) AS counted`
      : Prisma.sql`SELECT count(*) AS total FROM "intents" WHERE ${whereOf(request.appId, conditions)}`,
  );
  return Number(row?.total ?? 0);
}
