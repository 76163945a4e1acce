import type { ArchivedChoice } from '@procurement-intents/contract';
import {
  type CompanyListRequest,
  isLabelCondition,
  type LabelCondition,
  type ListRequest,
} from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import { type CompanyListRow, LIST_COLUMNS, type ListRow } from './list-rows.ts';
import { countIn, countInSeveral } from './read-counts.ts';
import {
  afterRow,
  columnSql,
  countLabelSql,
  isLabelledSql,
  labelledSql,
  sourceOf,
  whereOf,
} from './sql-conditions.ts';
import type { Statements } from '../../postgres/transaction.ts';

/** A list of one App, or of several. */
export type AnyListRequest = ListRequest | CompanyListRequest;

/** What the list reads of each intent. */
export type ListRowOf<Request extends AnyListRequest> = Request extends CompanyListRequest
  ? CompanyListRow
  : ListRow;

type PageRequest = Omit<ListRequest, 'appId'>;

// To fetch and sort so many takes some milliseconds; more are dense enough to be met soon in any order.
const FEW_ROWS = 1000;

/** What is known of the rows that satisfy the conditions before they are read. */
interface Known {
  /** How many they are. */
  total?: number;
  /** A condition that so few satisfy that all of them can be fetched. */
  rare?: LabelCondition;
}

/** Whether titles are searched whose order is not that of the index that has them. */
export const isSearchInOtherOrder = ({ conditions, order }: PageRequest): boolean =>
  order.by !== 'createdAt' && conditions.some((condition) => 'holds' in condition);

/** Finds what helps to read and count a list by several labels. */
export async function findKnown(transaction: Statements, request: AnyListRequest): Promise<Known> {
  const labels = request.conditions.filter(isLabelCondition);
  if ('appIds' in request || labels.length < 2) return {};
  const counts = labels.map((each) => countLabelSql(request.appId, each, FEW_ROWS + 1));
  const [row] = await transaction.$queryRaw<{ counts: bigint[] }[]>(
    Prisma.sql`SELECT ARRAY[${Prisma.join(counts)}] AS counts`,
  );
  const found = row?.counts.map(Number) ?? [];
  const least = Math.min(...found);
  const rare = labels[found.indexOf(least)];
  return least <= FEW_ROWS && rare ? { rare } : {};
}

/** Reads a page. */
export const readPage = <Request extends AnyListRequest>(
  transaction: Statements,
  request: Request,
  known: Known = {},
): Promise<ListRowOf<Request>[]> => transaction.$queryRaw<ListRowOf<Request>[]>(anyPageSql(request, known));

/** The statement for a page of a list of one App, or of several. */
export const anyPageSql = (request: AnyListRequest, known: Known = {}): Prisma.Sql =>
  'appIds' in request ? companyPageSql(request, known) : pageSql(request.appId, request, known);

/** The statement for a page of one App. */
export function pageSql(appId: string | Prisma.Sql, request: PageRequest, known: Known = {}): Prisma.Sql {
  const { order, detail, archived } = request;
  const { from, isIntent } = sourceOf(archived);
  const direction = Prisma.raw(order.direction.toUpperCase());
  const inOrder = Prisma.sql`ORDER BY ${columnSql(order.by)} ${direction}, "id" ${direction}`;
  const where = rowsSql(appId, request, { ...known, inOrder, isIntent });
  return Prisma.sql`SELECT ${Prisma.raw(LIST_COLUMNS[detail])} FROM ${from} WHERE ${where}`;
}

interface PageParts extends Known {
  inOrder: Prisma.Sql;
  isIntent: Prisma.Sql;
}

/** The conditions of the rows of a page, and their order. */
function rowsSql(appId: string | Prisma.Sql, request: PageRequest, known: PageParts): Prisma.Sql {
  const { conditions, order, start, take, archived } = request;
  const { inOrder, isIntent, rare, total = Infinity } = known;
  const after = 'after' in start ? Prisma.sql`AND ${afterRow(order, start.after)}` : Prisma.empty;
  const limit = Prisma.sql`LIMIT ${take} OFFSET ${'skip' in start ? start.skip : 0}`;
  const part = Prisma.sql`${after} ${inOrder} ${limit}`;
  const { direction } = order;
  const labels = conditions.filter(isLabelCondition);
  if (rare) {
    const labelled = labelledSql(appId, [rare], { direction });
    return Prisma.sql`${isIntent} AND "id" = ANY (ARRAY(SELECT "id" FROM ${labelled}
      WHERE ${isLabelledSql(appId, request)})) ${part}`;
  }
  if (order.by === 'createdAt' && labels.length > 0 && labels.length === conditions.length) {
    const labelled = labelledSql(appId, labels, { direction, after });
    const isThere = isLabelledSql(appId, { conditions: [], archived });
    return Prisma.sql`${isIntent} AND "id" IN (SELECT "id" FROM ${labelled} WHERE ${isThere} ${inOrder} ${limit}) ${inOrder}`;
  }
  const { from } = sourceOf(archived);
  const matching = whereOf(appId, request);
  if (isSearchInOtherOrder(request) && total <= FEW_ROWS) {
    // In their own order, all rows of the App would be fetched to find the few. An array is made before, once.
    return Prisma.sql`${isIntent} AND "id" = ANY (ARRAY(SELECT "id" FROM ${from} WHERE ${matching})) ${part}`;
  }
  if (conditions.length > 0 && order.by === 'createdAt') {
    // An index finds the rows by itself; only those of the page are fetched from the table.
    return Prisma.sql`${isIntent} AND "id" IN (SELECT "id" FROM ${from} WHERE ${matching} ${part}) ${inOrder}`;
  }
  return Prisma.sql`${matching} ${part}`;
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
function companyPageSql(request: CompanyListRequest, known: Known): Prisma.Sql {
  const { appIds, order, start, take } = request;
  const skip = 'skip' in start ? start.skip : 0;
  const ofOne = { ...request, take: take + skip, start: 'skip' in start ? { skip: 0 } : start };
  const direction = Prisma.raw(order.direction.toUpperCase());
  return Prisma.sql`SELECT apps."appId", page.* FROM ${appsSql(appIds)}
    CROSS JOIN LATERAL (${pageSql(APP, ofOne, known)}) AS page
    ORDER BY page.${columnSql(order.by)} ${direction}, page."id" ${direction} LIMIT ${take} OFFSET ${skip}`;
}

/** Counts what the counters know. */
export const countCounted = (transaction: Statements, request: AnyListRequest): Promise<number> =>
  'appIds' in request
    ? countInSeveral(transaction, request.appIds, request)
    : countIn(transaction, request.appId, request);

/** Counts the rows that satisfy the conditions. */
export function countRows(
  transaction: Statements,
  request: AnyListRequest,
  { rare }: Known = {},
): Promise<number> {
  const { conditions, archived } = request;
  const labels = conditions.filter(isLabelCondition);
  if (rare)
    return countSql(transaction, request, (appId) => ({
      from: labelledSql(appId, [rare], { direction: 'desc' }),
      where: isLabelledSql(appId, request),
    }));
  if (labels.length > 0 && labels.length === conditions.length)
    return countLabelled(transaction, request, labels);
  const { from } = sourceOf(archived);
  return countSql(transaction, request, (appId) => ({ from, where: whereOf(appId, request) }));
}

/**
 * Counts by the index of labels, which has archived intents too. Which of them are archived is told by those of the App that
 * are, or by those that are not, whichever are fewer.
 */
async function countLabelled(
  transaction: Statements,
  request: AnyListRequest,
  labels: readonly LabelCondition[],
): Promise<number> {
  const countOf = (archived: ArchivedChoice) =>
    countCounted(transaction, { ...request, conditions: [], archived });
  const all = (appId: string | Prisma.Sql) => labelledSql(appId, labels, { direction: 'desc' });
  const archived = request.archived === 'any' ? 0 : await countOf('true');
  if (archived === 0 && request.archived === 'true') return 0;
  if (archived === 0)
    return countSql(transaction, request, (appId) => ({ from: all(appId), where: Prisma.sql`true` }));
  const side = archived <= (await countOf('false')) ? 'true' : 'false';
  // Planned for a few labelled rows, each of many would be looked up by itself.
  await transaction.$queryRaw`SELECT set_config('enable_nestloop', 'off', true)`;
  const total = await countSql(transaction, request, (appId) => ({
    from: Prisma.sql`${all(appId)} LEFT JOIN (SELECT "createdAt", "id" FROM ${sourceOf(side).from}
      WHERE ${whereOf(appId, { conditions: [], archived: side })}) AS side USING ("createdAt", "id")`,
    where: side === request.archived ? Prisma.sql`side."id" IS NOT NULL` : Prisma.sql`side."id" IS NULL`,
  }));
  await transaction.$queryRaw`SELECT set_config('enable_nestloop', 'on', true)`;
  return total;
}

/** Counts rows of one App, or of several, each by itself. */
async function countSql(
  transaction: Statements,
  request: AnyListRequest,
  rowsOf: (appId: string | Prisma.Sql) => { from: Prisma.Sql; where: Prisma.Sql },
): Promise<number> {
  const { from, where } = rowsOf('appIds' in request ? APP : request.appId);
  const count = Prisma.sql`SELECT count(*) AS total FROM ${from} WHERE ${where}`;
  const [row] = await transaction.$queryRaw<{ total: bigint | null }[]>(
    'appIds' in request
      ? Prisma.sql`SELECT sum(counted.total)::bigint AS total FROM ${appsSql(request.appIds)}
          CROSS JOIN LATERAL (${count}) AS counted`
      : count,
  );
  return Number(row?.total ?? 0);
}
