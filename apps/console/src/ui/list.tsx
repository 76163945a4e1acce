import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type Operation, type Query } from '../platform/http.ts';
import { Empty, Failure, Loading } from './states.tsx';

interface ListAnswer<Item> {
  items: Item[];
  total?: number | undefined;
  nextCursor: string | null;
}

interface ListOptions {
  query?: Query;
  params?: Record<string, string>;
  /** How often the first pages are read again, in ms. */
  everyMs?: number;
}

// More pages than these would be read again at each refresh.
const LIVE_PAGES = 3;

/** Reads a list of the service page by page. */
export function useList<Item>(
  operation: Operation,
  { query = {}, params = {}, everyMs = 10_000 }: ListOptions = {},
) {
  const list = useInfiniteQuery({
    queryKey: [operation, params, query],
    queryFn: async ({ pageParam, signal }) =>
      (await call(operation, {
        params,
        query: { pageSize: '100', ...query, cursor: pageParam },
        signal,
      })) as unknown as ListAnswer<Item>,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= LIVE_PAGES ? everyMs : false),
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return { ...list, items, total: list.data?.pages[0]?.total };
}

export interface Column<Item> {
  /** Names its text `columns.<name>`. */
  name: string;
  show: (item: Item) => ReactNode;
}

interface TableProps<Item> {
  label: string;
  list: ReturnType<typeof useList<Item>>;
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string;
  empty?: string;
}

/** A list as a table that ends with what else there is. */
export function ListTable<Item>({ label, list, columns, keyOf, empty }: TableProps<Item>) {
  const { t } = useTranslation();
  if (list.isPending) return <Loading />;
  if (list.items.length === 0 && list.error)
    return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <Failure error={list.error} onRetry={() => void list.refetch()} />
      {list.items.length === 0 ? (
        <Empty {...(empty !== undefined && { text: empty })} />
      ) : (
        <Table label={label} items={list.items} columns={columns} keyOf={keyOf} />
      )}
      {list.hasNextPage && (
        <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('states.more')}
        </Button>
      )}
    </>
  );
}

interface PlainProps<Item> {
  label: string;
  items: readonly Item[];
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string;
}

/** Rows that are known. On a narrow screen each becomes a block, with the names of its columns. */
export function Table<Item>({ label, items, columns, keyOf }: PlainProps<Item>) {
  const { t } = useTranslation();
  return (
    <table aria-label={label}>
      <Head names={columns.map(({ name }) => name)} />
      <tbody>
        {items.map((item) => (
          <tr key={keyOf(item)}>
            {columns.map(({ name, show }) => (
              <td key={name} data-label={t(`columns.${name}`)}>
                {show(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The names of columns, above their rows. */
export function Head({ names }: { names: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {t(`columns.${name}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
