import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/http.ts';
import { Action } from '../../ui/action.tsx';
import { Table } from '../../ui/list.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { Status, Time } from '../../ui/time.tsx';
import { Attempts } from './attempts.tsx';

const REFRESH_MS = 3000;

/** The newest deliveries of an endpoint. */
export function Deliveries({ params }: { params: { id: string; webhookId: string } }) {
  const { t } = useTranslation();
  const log = useQuery({
    queryKey: ['deliveries', params],
    queryFn: ({ signal }) => call('listAppWebhookDeliveries', { params, query: { limit: '50' }, signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <section>
      <h2>{t('webhooks.deliveries')}</h2>
      <Failure error={log.error} onRetry={() => void log.refetch()} />
      {log.isPending && <Loading />}
      {log.data?.items.length === 0 && <Empty text={t('webhooks.noDeliveries')} />}
      {log.data && log.data.items.length > 0 && (
        <Table
          label={t('webhooks.deliveries')}
          items={log.data.items}
          keyOf={({ id }) => id}
          columns={[
            { name: 'state', show: ({ state }) => <Status of={state} family="delivery" /> },
            { name: 'events', show: ({ type }) => <code>{type}</code> },
            { name: 'attempts', show: ({ attempts }) => attempts },
            { name: 'createdAt', show: ({ createdAt }) => <Time at={createdAt} /> },
            {
              name: 'actions',
              show: ({ id }) => (
                <div className="actions">
                  <Attempts params={{ ...params, deliveryId: id }} />
                  <Action
                    label={t('action.retry')}
                    run={() => call('retryAppWebhookDelivery', { params: { ...params, deliveryId: id } })}
                  />
                </div>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
