import { LIMITS } from '@procurement-intents/contract';
import type { Condition, ListRequest, StoredRecipient } from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import type { Database } from '../../postgres/database.ts';
import { isQueryCanceled } from '../../postgres/database-errors.ts';
import { type SharingCaller, LISTS_AT_ONCE, CallerShares } from '../../fair-share/caller-shares.ts';
import { countIn, isCounted } from './read-counts.ts';
import type { IntentEventRow } from '../../intent-rows/intent-row.ts';
import { LIST_COLUMNS, type ListResult, type ListRow, type TooCostly } from './list-rows.ts';
import { readEvents } from './read-events.ts';
import type { RecipientBox } from '../../sealing/recipient-box.ts';
import { createPageReader, isPlainPage } from './read-pages.ts';
import { afterRow, columnSql, isSearch, whereOf } from './sql-conditions.ts';

export type ListStore = ReturnType<typeof createListStore>;

/** Options of the connections for lists whose cost depends on filters, one for each that runs. */
export const LIST_CONNECTIONS = { poolSize: LISTS_AT_ONCE, statementMs: LIMITS.listSearchMs };
// Two statements and the small ones around them; the database ends each of them earlier.
const TRANSACTION_MS = 2 * LIMITS.listSearchMs + 3000;
// To fetch and sort so many takes some milliseconds; more are dense enough to be met soon in any order.
const FEW_ROWS = 1000;

/**
 * @param database - with {@link LIST_CONNECTIONS}.
 * @param pages - with `PAGE_CONNECTIONS`.
 */
export function createListStore(
  database: Database,
  pages: Pick<Database, 'rows'>,
  recipients: Pick<RecipientBox, 'open'>,
  shares = new CallerShares(),
) {
  const readPlainPage = createPageReader(pages);

  /** Statements whose cost depends on filters, in a transaction, so that their settings end with it. */
  async function bounded<T>(
    { conditions }: ListRequest,
    read: (transaction: Prisma.TransactionClient) => Promise<T>,
  ): Promise<T | TooCostly> {
    try {
      return await database.$transaction(
        async (transaction) => {
          await transaction.$queryRaw(boundsOf(conditions));
          return read(transaction);
        },
        // One moment for what is counted and what is shown: what comes in between would push a row off the page.
        { timeout: TRANSACTION_MS, isolationLevel: 'RepeatableRead' },
      );
    } catch (error) {
      if (!isQueryCanceled(error)) throw error;
      return { tooCostly: error };
    }
  }

  /** The counters know the total, so that no row is looked for that is not there. */
  function readCounted(request: ListRequest): Promise<ListResult | TooCostly> {
    const { appId, conditions, start, take } = request;
    return bounded(request, async (transaction) => {
      if ('after' in start) return { rows: await readPage(transaction, request), total: start.after.total };
      const total = await countIn(transaction, appId, conditions);
      const left = Math.min(take, total - start.skip);
      return { rows: left > 0 ? await readPage(transaction, { ...request, take: left }) : [], total };
    });
  }

  function readFiltered(request: ListRequest): Promise<ListResult | TooCostly> {
    const { start, take } = request;
    return bounded(request, async (transaction) => {
      const isFirst = 'skip' in start && start.skip === 0;
      if (isFirst && !isSearchInOtherOrder(request)) {
        const rows = await readPage(transaction, request);
        // A page that is not full has seen every row. When few match, that is the dear case: it is paid once.
        return { rows, total: rows.length < take ? rows.length : await countRows(transaction, request) };
      }
      const total = 'after' in start ? start.after.total : await countRows(transaction, request);
      const isBehind = 'skip' in start && start.skip >= total;
      return { rows: isBehind ? [] : await readPage(transaction, request, total), total };
    });
  }

  function readSealed(request: ListRequest, caller: SharingCaller): Promise<ListResult | TooCostly | null> {
    if (isPlainPage(request)) return readPlainPage(request);
    const read = request.conditions.every(isCounted) ? readCounted : readFiltered;
    return shares.run(request.appId, caller, () => read(request));
  }

  return {
    /**
     * Reads a page. One whose cost depends on filters, or on how far behind it is, waits for the App's turn; null when
     * too many lists of the App wait.
     */
    async read(request: ListRequest, caller: SharingCaller): Promise<ListResult | TooCostly | null> {
      const read = await readSealed(request, caller);
      return request.detail === 'recipient' && read && 'rows' in read ? openRows(read, recipients) : read;
    },

    /**
     * Reads the timeline of an intent of the App when the App has its turn, as for a list; null when too many of them
     * wait.
     */
    readEvents: (appId: string, intentId: string, caller: SharingCaller): Promise<IntentEventRow[] | null> =>
      shares.run(appId, caller, () => readEvents(database, intentId)),
  };
}

const openRows = ({ rows, total }: ListResult, box: Pick<RecipientBox, 'open'>): ListResult => ({
  rows: rows.map((row) => box.open(row as ListRow & StoredRecipient)),
  total,
});

// On one core: compiling a statement would cost more than most lists.
function boundsOf(conditions: readonly Condition[]): Prisma.Sql {
  const ms = conditions.some(isSearch) ? LIMITS.listSearchMs : LIMITS.listMs;
  return Prisma.sql`
    SELECT set_config('statement_timeout', ${String(ms)}, true), set_config('transaction_read_only', 'on', true),
      set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)`;
}

/** Whether titles are searched whose order is not that of the index that has them. */
const isSearchInOtherOrder = ({ conditions, order }: ListRequest): boolean =>
  order.by !== 'createdAt' && conditions.some((condition) => 'holds' in condition);

const readPage = (
  transaction: Prisma.TransactionClient,
  request: ListRequest,
  total?: number,
): Promise<ListRow[]> => transaction.$queryRaw<ListRow[]>(pageSql(request, total));

/** The statement for a page; `total` is how many rows satisfy the conditions, where that is known. */
function pageSql(request: ListRequest, total = Infinity): Prisma.Sql {
  const { appId, conditions, order, start, take, detail } = request;
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

async function countRows(
  transaction: Prisma.TransactionClient,
  { appId, conditions }: ListRequest,
): Promise<number> {
  const [row] = await transaction.$queryRaw<{ total: bigint }[]>`
    SELECT count(*) AS total FROM "intents" WHERE ${whereOf(appId, conditions)}`;
  return Number(row?.total ?? 0);
}
