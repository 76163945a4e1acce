import { type CompanyListRequest, isLabelCondition, type ListRequest } from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import { LIST_COLUMNS, type ListRow } from './list-rows.ts';
import { countIn, countInSeveral } from './read-counts.ts';
import { afterRow, columnSql, ofLabel, sourceOf, whereOf } from './sql-conditions.ts';
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
): Promise<ListRow[]> => transaction.$queryRaw<ListRow[]>(rowsSql(request, total));

/** The statement for a page. @param total - how many rows satisfy the conditions, where that is known. */
export const rowsSql = (request: AnyListRequest, total?: number): Prisma.Sql =>
  'appIds' in request ? companyPageSql(request, total) : pageSql(request.appId, request, total);

function pageSql(appId: string | Prisma.Sql, request: PageRequest, total = Infinity): Prisma.Sql {
  const { conditions, order, start, take, detail, archived } = request;
  const { from, isIntent } = sourceOf(archived);
  const direction = Prisma.raw(order.direction.toUpperCase());
  const inOrder = Prisma.sql`ORDER BY ${columnSql(order.by)} ${direction}, "id" ${direction}`;
  const after = 'after' in start ? Prisma.sql`AND ${afterRow(order, start.after)}` : Prisma.empty;
  const offset = 'skip' in start ? Prisma.sql`OFFSET ${start.skip}` : Prisma.empty;
  const part = Prisma.sql`${after} ${inOrder} LIMIT ${take} ${offset}`;
  const matching = whereOf(appId, request);
  let where = Prisma.sql`${matching} ${part}`;
  if (isSearchInOtherOrder(request) && total <= FEW_ROWS) {
    // In their own order, all rows of the App would be fetched to find the few. An array is made before, once.
    where = Prisma.sql`${isIntent} AND "id" = ANY (ARRAY(SELECT "id" FROM ${from} WHERE ${matching})) ${part}`;
  } else if (conditions.length > 0 && order.by === 'createdAt') {
    // An index finds the rows by itself; only those of the page are fetched from the table.
    where = Prisma.sql`${isIntent} AND "id" IN (SELECT "id" FROM ${from} WHERE ${matching} ${part}) ${inOrder}`;
  }
  return Prisma.sql`SELECT ${Prisma.raw(LIST_COLUMNS[detail])} FROM ${from} WHERE ${where}`;
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
    ? countInSeveral(transaction, request.appIds, request)
    : countIn(transaction, request.appId, request);

/**
 * Counts by the index of labels alone, which has a row for each intent that has the label, archived or not: no intent is
 * fetched. Null when it cannot tell.
 */
async function countLabelled(transaction: Statements, request: AnyListRequest): Promise<number | null> {
  const [first, ...others] = request.conditions;
  if ('appIds' in request || !first || !isLabelCondition(first) || others.length > 0) return null;
  const { appId, archived } = request;
  if (archived === 'true') return null;
  const archive = { conditions: [], archived: 'true' } as const;
  if (archived === 'false' && (await countIn(transaction, appId, archive)) > 0) return null;
  const [row] = await transaction.$queryRaw<{ total: bigint }[]>(
    Prisma.sql`SELECT count(*) AS total FROM "intent_labels" WHERE ${ofLabel(appId, first)}`,
  );
  return Number(row?.total ?? 0);
}

/** Counts the rows that satisfy the conditions. */
export async function countRows(transaction: Statements, request: AnyListRequest): Promise<number> {
  const labelled = await countLabelled(transaction, request);
  if (labelled !== null) return labelled;
  const { from } = sourceOf(request.archived);
  const [row] = await transaction.$queryRaw<{ total: bigint | null }[]>(
    'appIds' in request
      ? Prisma.sql`SELECT sum(counted."n")::bigint AS total FROM ${appsSql(request.appIds)} CROSS JOIN LATERAL
          (SELECT count(*) AS "n" FROM ${from} WHERE ${whereOf(APP, request)}) AS counted`
      : Prisma.sql`SELECT count(*) AS total FROM ${from} WHERE ${whereOf(request.appId, request)}`,
  );
  return Number(row?.total ?? 0);
}
