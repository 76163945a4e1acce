import { FINAL_STATUSES } from '@procurement-intents/contract/lifecycle';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnswerOf, call } from '../../platform/http.ts';
import { Failure } from '../../ui/states.tsx';
import { Status } from '../../ui/time.tsx';

const REFRESH_MS = 1000;

type Item = AnswerOf<'listCompanyIntents'>['items'][number];

/** The newest purchase of an App, until it has ended. */
export function FirstIntent({ appId, onCompleted }: { appId: string; onCompleted: () => void }) {
  const { t } = useTranslation();
  const list = useQuery({
    queryKey: ['first-intent', appId],
    queryFn: ({ signal }) =>
      call('listCompanyIntents', { query: { 'filter[appId]': appId, pageSize: '1' }, signal }),
    refetchInterval: REFRESH_MS,
  });
  const intent: Item | undefined = list.data?.items[0];
  const isCompleted = intent?.status === 'COMPLETED';
  useEffect(() => {
    if (isCompleted) onCompleted();
  }, [isCompleted, onCompleted]);
  const hasEnded = intent?.status !== undefined && FINAL_STATUSES.includes(intent.status);
  return (
    <div role="status">
      <Failure error={list.error} />
      {!intent && <p className="hint">{t('tour.waiting')}</p>}
      {intent && (
        <p>
          <Status of={intent.status} />{' '}
          <Link to="/intents" search={{ open: intent.id }}>
            {intent.title}
          </Link>
        </p>
      )}
      {intent && !hasEnded && <p className="hint">{t('tour.goesOn')}</p>}
      {isCompleted && (
        <>
          <p>{t('tour.done')}</p>
          <ul>
            <li>
              <Link to="/intents" search={{}}>
                {t('tour.nextIntents')}
              </Link>
            </li>
            <li>
              <a href="/docs/guides/sign-a-request">{t('tour.nextSign')}</a>
            </li>
            <li>
              <Link to="/webhooks" search={{ app: appId }}>
                {t('tour.nextWebhooks')}
              </Link>
            </li>
          </ul>
        </>
      )}
    </div>
  );
}
