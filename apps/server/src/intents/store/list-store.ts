import { CAPACITIES, LIMITS } from '@procurement-intents/contract';
import type {
  CompanyListRequest,
  ListCondition,
  ListRequest,
  StoredRecipient,
} from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import type { Database } from '../../postgres/database.ts';
import { orTooCostly } from '../../postgres/or-too-costly.ts';
import type { ListCaller } from '../../fair-share/caller-shares.ts';
import { isCounted } from './read-counts.ts';
import type { IntentEventRow } from '../../intent-rows/intent-row.ts';
import type { ListResult, ListRow } from './list-rows.ts';
import { readEvents } from './read-events.ts';
import type { RecipientBox } from '../../personal-data/recipient-box.ts';
import {
  type AnyListRequest,
  countCounted,
  countRows,
  findKnown,
  isSearchInOtherOrder,
  readPage,
  anyPageSql,
} from './read-page.ts';
import { createLabelPageReader, labelPageOf } from './read-label-pages.ts';
import { createPageReader, isPlainPage } from './read-pages.ts';
import { isSearch } from './sql-conditions.ts';
import type { Statements } from '../../postgres/transaction.ts';

export type ListStore = ReturnType<typeof createListStore>;

/** A row of a list; of several Apps it says whose it is. */
export type ListRowOf<Request> = Request extends CompanyListRequest ? ListRow & { appId: string } : ListRow;

/** Options of the connections for lists whose cost depends on filters, one for each that runs. */
export const LIST_CONNECTIONS = {
  poolSize: CAPACITIES.lists,
  statementMs: LIMITS.listSearchMs,
  settings: ['jit = off', 'max_parallel_workers_per_gather = 0'],
};
// Two statements and the small ones around them; the database ends each of them earlier.
const TRANSACTION_MS = 2 * LIMITS.listSearchMs + 3000;

/**
 * Reads pages whose cost depends on filters, of one App or of several, in the time that a list may take. A longer one is
 * refused with `LIST_TOO_COSTLY`.
 */
function createBoundedReader(database: Database) {
  /** Statements whose cost depends on filters, in a transaction, so that their settings end with it. */
  function bounded<T>(
    { conditions }: AnyListRequest,
    read: (transaction: Statements) => Promise<T>,
  ): Promise<T> {
    const bounds = boundsOf(conditions);
    const whole = database.$transaction(
      async (transaction) => {
        await transaction.$queryRaw(bounds);
        return read(transaction);
      },
      // One moment for what is counted and what is shown: what comes in between would push a row off the page.
      { timeout: TRANSACTION_MS, isolationLevel: 'RepeatableRead' },
    );
    return orTooCostly(whole);
  }

  /** The counters know the total, so that no row is looked for that is not there. */
  function readCounted(request: AnyListRequest): Promise<ListResult> {
    const { start, take } = request;
    return bounded(request, async (transaction) => {
      if ('after' in start) return { rows: await readPage(transaction, request), total: start.after.total };
      const total = await countCounted(transaction, request);
      const left = Math.min(take, total - start.skip);
      return { rows: left > 0 ? await readPage(transaction, { ...request, take: left }) : [], total };
    });
  }

  function readFiltered(request: AnyListRequest): Promise<ListResult> {
    const { start, take } = request;
    return bounded(request, async (transaction) => {
      const isFirst = 'skip' in start && start.skip === 0;
      const known = await findKnown(transaction, request);
      const count = () => countRows(transaction, request, known);
      if (isFirst && !isSearchInOtherOrder(request)) {
        const rows = await readPage(transaction, request, known);
        // A page that is not full has seen every row. When few match, that is the dear case: it is paid once.
        return { rows, total: rows.length < take ? rows.length : await count() };
      }
      const total = 'after' in start ? start.after.total : await count();
      const isBehind = 'skip' in start && start.skip >= total;
      return { rows: isBehind ? [] : await readPage(transaction, request, { ...known, total }), total };
    });
  }

  return (request: AnyListRequest): Promise<ListResult> =>
    request.conditions.every(isCounted) ? readCounted(request) : readFiltered(request);
}

/**
 * @param database - with {@link LIST_CONNECTIONS}.
 * @param pages - with `PAGE_CONNECTIONS`.
 */
export function createListStore(
  database: Database,
  pages: Pick<Database, 'rows'>,
  recipients: Pick<RecipientBox, 'open'>,
) {
  const readPlainPage = createPageReader(pages);
  const readLabelPage = createLabelPageReader(pages);
  const readBounded = createBoundedReader(database);

  /** The page, if an index leads to it; null for any other. */
  async function readByIndex(request: ListRequest): Promise<ListResult | null> {
    if (isPlainPage(request)) return readPlainPage(request);
    const labelPage = labelPageOf(request);
    const read = labelPage && (await readLabelPage(labelPage));
    // The total stays that of the first page.
    return read && 'after' in request.start ? { ...read, total: request.start.after.total } : read;
  }

  const opened = (read: ListResult, { detail }: AnyListRequest): ListResult =>
    detail === 'recipient' ? openRows(read, recipients) : read;

  return {
    /**
     * Reads a page. One whose cost depends on filters, or on how far behind it is, waits for the caller's turn.
     *
     * @throws ApiError `LIST_TOO_COSTLY`; what `inTurn` throws.
     */
    async read(request: ListRequest, caller: ListCaller): Promise<ListResult> {
      const read = await readByIndex(request);
      return opened(read ?? (await caller.inTurn(() => readBounded(request))), request);
    },

    /**
     * Reads rows of one App or of several, without their number, when the caller has its turn.
     *
     * @throws ApiError `LIST_TOO_COSTLY`; what `inTurn` throws.
     */
    async readRows<Request extends AnyListRequest>(
      request: Request,
      caller: ListCaller,
    ): Promise<ListRowOf<Request>[]> {
      const { text, values } = anyPageSql(request);
      const rows = await caller.inTurn(() => orTooCostly(database.rows<ListRow>(text, values)));
      return opened({ rows, total: 0 }, request).rows as ListRowOf<Request>[];
    },

    /** Reads a page over several Apps at once. */
    readOfSeveral: async (request: CompanyListRequest): Promise<ListResult> =>
      opened(await readBounded(request), request),

    /** Reads the timeline of an intent. It costs as much as a list. */
    readEvents: (intentId: string): Promise<IntentEventRow[]> => readEvents(database, intentId),
  };
}

const openRows = ({ rows, total }: ListResult, box: Pick<RecipientBox, 'open'>): ListResult => ({
  rows: rows.map((row) => box.open(row as ListRow & StoredRecipient)),
  total,
});

// On one core: compiling a statement would cost more than most lists.
function boundsOf(conditions: readonly ListCondition[]): Prisma.Sql {
  const ms = conditions.some(isSearch) ? LIMITS.listSearchMs : LIMITS.listMs;
  return Prisma.sql`
    SELECT set_config('statement_timeout', ${String(ms)}, true), set_config('transaction_read_only', 'on', true),
      set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)`;
}
