import { SPEND_GROUPS } from '@procurement-intents/contract/procurement/states';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFilters } from '../../platform/filters.ts';
import { type AnswerOf, call, readCsv } from '../../platform/http.ts';
import { Action } from '../../ui/action.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { Table } from '../../ui/list.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { Yuan } from '../../ui/time.tsx';

type Report = AnswerOf<'getSpendReport'>;
type Row = Report['rows'][number];

/** What was spent in a time: bars in a table, which a screen reader reads as it is. */
export function SpendPage() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const groupBy = filters['groupBy'] ?? SPEND_GROUPS[0];
  const query = { groupBy, from: filters['from'], to: filters['to'] };
  const report = useQuery({
    queryKey: ['spend', query],
    queryFn: ({ signal }) => call('getSpendReport', { query, signal }),
  });
  return (
    <>
      <h1>{t('pages.spend')}</h1>
      <form className="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <Choice
          label={t('spend.groupBy')}
          value={groupBy}
          options={SPEND_GROUPS.map((each) => [each, t(`spend.${each}`)] as const)}
          onChange={(chosen) => change({ groupBy: chosen })}
        />
        {(['from', 'to'] as const).map((name) => (
          <Field key={name} label={t(`spend.${name}`)}>
            {(id) => (
              <Input
                id={id}
                type="date"
                value={filters[name] ?? ''}
                onChange={({ target }) => change({ [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </form>
      <Action
        label={t('spend.csv')}
        run={async () => saveFile(`spend-${groupBy}.csv`, await readCsv('getSpendReport', query))}
      />
      <Failure error={report.error} onRetry={() => void report.refetch()} />
      {report.isPending && <Loading />}
      {report.data && <Rows report={report.data} />}
    </>
  );
}

function Rows({ report: { rows, total } }: { report: Report }) {
  const { t } = useTranslation();
  if (rows.length === 0) return <Empty text={t('spend.empty')} />;
  const most = Math.max(0.01, ...rows.map(({ net }) => net));
  /** A group is a platform, a month or an id. */
  const nameOf = (group: string | null | undefined): string =>
    group == null ? t('spend.noSupplier') : t(`platform.${group}`, { defaultValue: group });
  return (
    <>
      <p className="summary">
        {t('spend.total', { orders: total.orders })} <Yuan amount={total.net} />
      </p>
      <Table<Row>
        label={t('pages.spend')}
        items={rows}
        keyOf={({ group, appId }) => `${group} ${appId}`}
        columns={[
          { name: 'group', show: ({ name, group }) => name ?? nameOf(group) },
          { name: 'net', show: ({ net }) => <Share of={net} most={most} /> },
          { name: 'orders', show: ({ orders }) => orders },
          { name: 'quantity', show: ({ quantity }) => quantity },
          { name: 'paid', show: ({ paid }) => <Yuan amount={paid} /> },
          { name: 'refunded', show: ({ refunded }) => <Yuan amount={refunded} /> },
          { name: 'fees', show: ({ fees }) => <Yuan amount={fees} /> },
        ]}
      />
    </>
  );
}

const Share = ({ of: net, most }: { of: number; most: number }) => (
  <div className="share">
    <div className="bar-line" style={{ inlineSize: `${Math.max(0, (net / most) * 100)}%` }} />
    <Yuan amount={net} />
  </div>
);
