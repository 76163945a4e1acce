import type { IntentStatus } from '@procurement-intents/contract/lifecycle';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/http.ts';
import { LOCALES } from '../../platform/languages.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Chart } from '../../ui/chart.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { countsOf, lastDays, type Report, successRate } from './days.ts';

const REFRESH_MS = 60_000;
/** What became of past days changes seldom. */
const PAST_MS = 15 * 60_000;

/** The statuses that the report has, from the bottom of a bar to its top, with their colours. */
const STATUSES = [
  'COMPLETED',
  'PROCESSING',
  'SUBMITTED',
  'FAILED',
  'CANCELLED',
] as const satisfies IntentStatus[];
const COLOURS = {
  COMPLETED: 'good',
  PROCESSING: 'busy',
  SUBMITTED: 'link',
  FAILED: 'bad',
  CANCELLED: 'muted',
} as const satisfies Record<(typeof STATUSES)[number], string>;

type Day = [day: string, report: Report];

/** Reads the report of each day, one after the other: a person has one report at a time. */
function useDays() {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['processing-days'],
    queryFn: async ({ signal }) => {
      const days = lastDays(Date.now());
      const read: Day[] = [];
      for (const day of days) {
        const report = await queries.fetchQuery({
          queryKey: ['processing-day', day],
          queryFn: () => call('getProcessingReport', { query: { from: day, to: day }, signal }),
          staleTime: day === days.at(-1) ? 0 : PAST_MS,
          // Nothing watches the report of a day, so it would be forgotten before it is stale.
          gcTime: PAST_MS,
        });
        read.push([day, report]);
      }
      return read;
    },
    refetchInterval: REFRESH_MS,
  });
}

const PERCENT = 100;
const SECOND_MS = 1000;

/** How purchases went, day by day. */
export function DayCharts() {
  const { t } = useTranslation();
  const days = useDays();
  if (days.isPending) return <Loading />;
  if (!days.data) return <Failure error={days.error} onRetry={() => void days.refetch()} />;
  return (
    <section>
      <h2>{t('dashboard.days')}</h2>
      <Failure error={days.error} onRetry={() => void days.refetch()} />
      <div className="charts">
        <Charts days={days.data} />
      </div>
    </section>
  );
}

function Charts({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation();
  const format = new Intl.DateTimeFormat(LOCALES[useLanguage()], {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const reports = days.map(([, report]) => report);
  const shared = {
    columns: days.map(([day]) => format.format(new Date(day))),
    columnName: t('chart.day'),
  };
  const counts = reports.map((report) => new Map(countsOf(report, STATUSES)));
  const rates = reports.map(successRate);
  return (
    <>
      <Chart
        {...shared}
        label={t('dashboard.byStatus')}
        kind="bars"
        show={String}
        series={STATUSES.map((status) => ({
          name: t(`status.${status}`),
          colour: COLOURS[status],
          values: counts.map((each) => each.get(status) ?? 0),
        }))}
      />
      <Chart
        {...shared}
        label={t('dashboard.successRate')}
        kind="lines"
        max={PERCENT}
        show={(value) => `${Math.round(value)} %`}
        series={[
          {
            name: t('dashboard.successRate'),
            colour: 'good',
            values: rates.map((rate) => (rate === undefined ? null : rate * PERCENT)),
          },
        ]}
      />
      <Chart
        {...shared}
        label={t('dashboard.timeToComplete')}
        kind="lines"
        show={(value) => `${Number(value.toPrecision(3))} s`}
        series={(['p50', 'p95'] as const).map((name) => ({
          name,
          colour: name === 'p50' ? 'link' : 'busy',
          values: reports.map(({ timeToComplete }) =>
            timeToComplete ? timeToComplete[name] / SECOND_MS : null,
          ),
        }))}
      />
    </>
  );
}
