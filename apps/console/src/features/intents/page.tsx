import type { CompanyIntentItemView } from '@procurement-intents/contract/company';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFilters } from '../../platform/filters.ts';
import { addressOf } from '../../platform/http.ts';
import { may, useSession } from '../../platform/session.ts';
import { Grid } from '../../ui/grid.tsx';
import { type Column, useList } from '../../ui/list.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { Status, Time, Yuan } from '../../ui/time.tsx';
import { IntentDetail } from './detail.tsx';
import { IntentFilters, queryOf } from './filters.tsx';

type Item = CompanyIntentItemView;

const REFRESH_MS = 2000;
const COLUMNS: readonly Column<Item>[] = [
  { name: 'status', show: ({ status }) => <Status of={status} /> },
  { name: 'title', show: ({ title }) => title },
  { name: 'amount', show: ({ totalAmount }) => <Yuan amount={totalAmount} /> },
  { name: 'platform', show: ({ platform }) => <Status of={platform} family="platform" /> },
  { name: 'app', show: ({ appId }) => appId },
  { name: 'user', show: ({ userId }) => userId },
  { name: 'createdAt', show: ({ createdAt }) => <Time at={createdAt} /> },
];

/** The intents of all Apps as they are now. */
export function IntentsPage() {
  const { t } = useTranslation();
  const session = useSession();
  const [filters, change] = useFilters();
  const query = queryOf(filters);
  const list = useList<Item>('listCompanyIntents', { query, everyMs: REFRESH_MS });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const { sortBy: _sort, ...exported } = query;
  return (
    <>
      <h1>{t('pages.intents')}</h1>
      <IntentFilters filters={filters} change={change} />
      <p className="summary" aria-live="polite">
        {t('intents.count', { shown: list.items.length, total: list.total ?? 0 })}
        {session && may(session, 'admin') && (
          <a href={addressOf('exportCompanyIntents', {}, exported)} download="intents.ndjson">
            {t('intents.export')}
          </a>
        )}
      </p>
      <Failure error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Loading />}
      {list.data && list.items.length === 0 && <Empty text={t('intents.empty')} />}
      {list.items.length > 0 && (
        <Grid
          label={t('pages.intents')}
          items={list.items}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          onOpen={({ id }) => change({ open: id })}
          onEnd={readMore}
        />
      )}
      <IntentDetail id={filters['open'] ?? ''} onClose={() => change({ open: '' })} />
    </>
  );
}
