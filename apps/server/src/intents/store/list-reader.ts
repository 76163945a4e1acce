import { CAPACITIES, LIMITS } from '@procurement-intents/contract';
import type { ListCondition } from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import type { Database } from '../../postgres/database.ts';
import { orTooCostly } from '../../postgres/or-too-costly.ts';
import type { ListCaller } from '../../fair-share/caller-shares.ts';
import { isCounted } from './read-counts.ts';
import type { IntentEventRow } from '../../intent-rows/intent-row.ts';
import type { ListResult } from './list-rows.ts';
import { readEvents } from './read-events.ts';
import { isWholeRecipient, type RecipientBox } from '../../personal-data/recipient-box.ts';
import {
  type AnyListRequest,
  anyPageSql,
  countCounted,
  countRows,
  findKnown,
  isSearchInOtherOrder,
  type ListRowOf,
  readPage,
} from './read-list-page.ts';
import { isSearch } from './sql-conditions.ts';
import type { Statements } from '../../postgres/transaction.ts';

/** Options of the connections for lists whose cost depends on filters, one for each that runs. */
export const LIST_CONNECTIONS = {
  poolSize: CAPACITIES.lists,
  statementMs: LIMITS.listSearchMs,
  settings: ['jit = off', 'max_parallel_workers_per_gather = 0'],
};
// Two statements and the small ones around them; the database ends each of them earlier.
const TRANSACTION_MS = 2 * LIMITS.listSearchMs + 3000;

/** A page of a list of one App, or of several. */
type PageOf<Request extends AnyListRequest> = ListResult<ListRowOf<Request>>;

/** Reads pages whose cost depends on filters in the time that a list may take. */
function createBoundedReader<Request extends AnyListRequest>(database: Database) {
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
  function readCounted(request: Request): Promise<PageOf<Request>> {
    const { start, take } = request;
    return bounded(request, async (transaction) => {
      if ('after' in start) return { rows: await readPage(transaction, request), total: start.after.total };
      const total = await countCounted(transaction, request);
      const left = Math.min(take, total - start.skip);
      return {
        rows: left > 0 ? await readPage<Request>(transaction, { ...request, take: left }) : [],
        total,
      };
    });
  }

  function readFiltered(request: Request): Promise<PageOf<Request>> {
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

  return (request: Request): Promise<PageOf<Request>> =>
    request.conditions.every(isCounted) ? readCounted(request) : readFiltered(request);
}

/**
 * What the lists of one App and those of several have in common.
 *
 * @param database - with {@link LIST_CONNECTIONS}, or with `COMPANY_CONNECTIONS`.
 */
export function createListReader<Request extends AnyListRequest>(
  database: Database,
  recipients: Pick<RecipientBox, 'open'>,
) {
  type Row = ListRowOf<Request>;

  const open = (rows: readonly Row[], { detail }: Request): Row[] =>
    rows.map((row) => (detail === 'recipient' && isWholeRecipient(row) ? recipients.open(row) : row));

  return {
    /** Reads a page whose cost depends on filters. @throws ApiError `LIST_TOO_COSTLY`. */
    readBounded: createBoundedReader<Request>(database),

    /** The page with the recipients in plain text that it was asked for. */
    opened: ({ rows, total }: PageOf<Request>, request: Request): PageOf<Request> => ({
      rows: open(rows, request),
      total,
    }),

    /**
     * Reads rows without their number, when the caller has its turn.
     *
     * @throws ApiError `LIST_TOO_COSTLY`; what `inTurn` throws.
     */
    readRows: async (request: Request, caller: ListCaller): Promise<Row[]> => {
      const { text, values } = anyPageSql(request);
      return open(await caller.inTurn(() => orTooCostly(database.rows<Row>(text, values))), request);
    },

    /** Reads the timeline of an intent. It costs as much as a list. */
    readEvents: (intentId: string): Promise<IntentEventRow[]> => readEvents(database, intentId),
  };
}

// On one core: compiling a statement would cost more than most lists.
function boundsOf(conditions: readonly ListCondition[]): Prisma.Sql {
  const ms = conditions.some(isSearch) ? LIMITS.listSearchMs : LIMITS.listMs;
  return Prisma.sql`
    SELECT set_config('statement_timeout', ${String(ms)}, true), set_config('transaction_read_only', 'on', true),
      set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)`;
}
