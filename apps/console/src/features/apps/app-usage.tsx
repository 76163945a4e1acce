import { BEARER_LIMITS } from '@procurement-intents/contract/bearer/limits';
import type { AppView } from '@procurement-intents/contract/company';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type AnswerOf, call } from '../../platform/http.ts';
import { ShowAction } from '../../ui/action.tsx';
import { Bars } from '../../ui/bars.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';

const REFRESH_MS = 10_000;
/** The refusals that the signature doctor explains. */
const SIGNATURE_ERRORS = new Set(['SIGNATURE_INVALID', 'TIMESTAMP_INVALID']);

/** A button that shows what an App has called lately. */
export function AppUsage({ app }: { app: Pick<AppView, 'id' | 'name'> }) {
  const { t } = useTranslation();
  return (
    <ShowAction label={t('usage.open')} title={t('usage.title', { name: app.name })}>
      <Usage appId={app.id} />
    </ShowAction>
  );
}

function Usage({ appId }: { appId: string }) {
  const usage = useQuery({
    queryKey: ['app-usage', appId],
    queryFn: ({ signal }) => call('getAppUsage', { params: { id: appId }, signal }),
    refetchInterval: REFRESH_MS,
  });
  const retry = (): void => void usage.refetch();
  if (usage.isPending) return <Loading />;
  return (
    <>
      <Failure error={usage.error} onRetry={retry} />
      {usage.data && <Counts usage={usage.data} />}
    </>
  );
}

function Counts({ usage: { lastUsedAt, requests, refusals } }: { usage: AnswerOf<'getAppUsage'> }) {
  const { t } = useTranslation();
  const refused = refusals.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Facts
        rows={[
          ['lastUsedAt', lastUsedAt ? <Time at={lastUsedAt} /> : t('usage.never')],
          ['requests', String(requests)],
          ['refused', String(refused)],
        ]}
      />
      <h3>{t('usage.refusals')}</h3>
      {refusals.length === 0 ? (
        <Empty text={t(requests === 0 ? 'usage.noCalls' : 'usage.noRefusals')} />
      ) : (
        <Bars
          label={t('usage.refusals')}
          rows={refusals.map(({ error, count }) => ({ name: error, count, href: `/docs/errors/${error}` }))}
        />
      )}
      {refusals.some(({ error }) => SIGNATURE_ERRORS.has(error)) && (
        <p>
          {t('usage.doctor')}{' '}
          <Link to="/doctor" search={{}}>
            {t('pages.doctor')}
          </Link>
        </p>
      )}
      <p className="hint">{t('usage.about', { minutes: BEARER_LIMITS.usageMinutes })}</p>
    </>
  );
}
