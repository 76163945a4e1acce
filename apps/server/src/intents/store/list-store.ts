import type { CompanyListRequest, ListRequest } from '@procurement-intents/domain';
import type { Database } from '../../postgres/database.ts';
import type { ListCaller } from '../../fair-share/caller-shares.ts';
import type { CompanyListRow, ListResult } from './list-rows.ts';
import type { RecipientBox } from '../../personal-data/recipient-box.ts';
import { createListReader } from './list-reader.ts';
import { createLabelPageReader, labelPageOf } from './read-label-pages.ts';
import { createPageReader, isPlainPage } from './read-plain-pages.ts';

/** Reads lists of one App. */
export type ListStore = ReturnType<typeof createListStore>;

/** Reads lists of several Apps. */
export type CompanyListStore = ReturnType<typeof createCompanyListStore>;

/** The connections of the lists of Apps. */
interface ListConnections {
  /** With `LIST_CONNECTIONS`. */
  lists: Database;
  /** With `PAGE_CONNECTIONS`. */
  pages: Pick<Database, 'rows'>;
}

export function createListStore({ lists, pages }: ListConnections, recipients: Pick<RecipientBox, 'open'>) {
  const { readBounded, opened, readRows, readEvents } = createListReader<ListRequest>(lists, recipients);
  const readPlainPage = createPageReader(pages);
  const readLabelPage = createLabelPageReader(pages);

  /** The page, if an index leads to it; null for any other. */
  async function readByIndex(request: ListRequest): Promise<ListResult | null> {
    if (isPlainPage(request)) return readPlainPage(request);
    const labelPage = labelPageOf(request);
    const read = labelPage && (await readLabelPage(labelPage));
    // The total stays that of the first page.
    return read && 'after' in request.start ? { ...read, total: request.start.after.total } : read;
  }

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
    readRows,
    readEvents,
  };
}

/** @param database - with `COMPANY_CONNECTIONS`. */
export function createCompanyListStore(database: Database, recipients: Pick<RecipientBox, 'open'>) {
  const { readBounded, opened, readRows, readEvents } = createListReader<CompanyListRequest>(
    database,
    recipients,
  );
  return {
    /** Reads a page. The caller has its turn already. @throws ApiError `LIST_TOO_COSTLY`. */
    read: async (request: CompanyListRequest): Promise<ListResult<CompanyListRow>> =>
      opened(await readBounded(request), request),
    readRows,
    readEvents,
  };
}
