import { FAILURES } from '@procurement-intents/contract/failures';
import { INTENT_STATUSES } from '@procurement-intents/contract/lifecycle';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/http.ts';
import { useSession } from '../../platform/session.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Bars } from '../../ui/bars.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { DayCharts } from './charts.tsx';
import { failuresOf, successRate } from './days.ts';
import { Operation } from './operation.tsx';

const REFRESH_MS = 5000;

/** What stands, and how purchases went. */
export function DashboardPage() {
  const { t } = useTranslation();
  const session = useSession();
  const now = useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => call('getDashboard', { signal }),
    refetchInterval: REFRESH_MS,
  });
  if (now.isPending) return <Loading />;
  if (!now.data) return <Failure error={now.error} onRetry={() => void now.refetch()} />;
  const { intents, pendingRequests, apps, queue, platforms, at } = now.data;
  return (
    <>
      <h1>{t('pages.dashboard')}</h1>
      <p className="summary">
        <Time at={at} />
      </p>
      <Failure error={now.error} onRetry={() => void now.refetch()} />
      {session?.sandbox && intents.COMPLETED === 0 && (
        <p className="callout">
          {t('dashboard.first')}{' '}
          <Link to="/start" search={{}}>
            {t('pages.tour')}
          </Link>
        </p>
      )}
      <section>
        <h2>{t('dashboard.intents')}</h2>
        <Bars
          label={t('dashboard.intents')}
          rows={INTENT_STATUSES.map((status) => ({
            name: t(`status.${status}`),
            count: intents[status],
            href: `/console/intents?status=${status}`,
          }))}
        />
      </section>
      <section className="tiles">
        <Link to="/requests" search={{ status: 'PENDING' }}>
          <strong>{pendingRequests}</strong> {t('dashboard.pending')}
        </Link>
        <Link to="/apps" search={{}}>
          <strong>{apps.enabled}</strong> {t('dashboard.apps', { disabled: apps.disabled })}
        </Link>
      </section>
      <Operation queue={queue} platforms={platforms} />
      <Outcomes />
      <DayCharts />
    </>
  );
}

/** What became of the intents of the last 30 days. */
function Outcomes() {
  const { t } = useTranslation();
  const language = useLanguage();
  const report = useQuery({
    queryKey: ['processing'],
    queryFn: ({ signal }) => call('getProcessingReport', { signal }),
    refetchInterval: 12 * REFRESH_MS,
  });
  if (!report.data) return <Failure error={report.error} onRetry={() => void report.refetch()} />;
  const { timeToComplete } = report.data;
  const rate = successRate(report.data);
  const failures = failuresOf(report.data);
  return (
    <section>
      <h2>{t('dashboard.outcomes')}</h2>
      <Facts
        rows={[
          ['successRate', rate === undefined ? '' : `${Math.round(rate * 100)} %`],
          ['p50', seconds(timeToComplete?.p50)],
          ['p95', seconds(timeToComplete?.p95)],
          ['p99', seconds(timeToComplete?.p99)],
        ]}
      />
      <h3>{t('dashboard.failures')}</h3>
      {failures.length === 0 ? (
        <Empty text={t('dashboard.noFailures')} />
      ) : (
        <Bars
          label={t('dashboard.failures')}
          rows={failures.map(({ failureCode, count }) => ({
            name: FAILURES[failureCode][language],
            count,
          }))}
        />
      )}
    </section>
  );
}

const seconds = (value: number | undefined): string =>
  value === undefined ? '' : `${(value / 1000).toFixed(1)} s`;
