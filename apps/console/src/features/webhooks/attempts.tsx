import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/http.ts';
import { ShowAction } from '../../ui/action.tsx';
import { Table } from '../../ui/list.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';

interface Props {
  params: { id: string; webhookId: string; deliveryId: string };
}

const REFRESH_MS = 3000;

/** A button that shows the attempts of a delivery, what each was answered with, and what was sent. */
export function Attempts({ params }: Props) {
  const { t } = useTranslation();
  return (
    <ShowAction label={t('webhooks.attempts')}>
      <Log params={params} />
    </ShowAction>
  );
}

function Log({ params }: Props) {
  const { t } = useTranslation();
  const delivery = useQuery({
    queryKey: ['delivery', params],
    queryFn: ({ signal }) => call('getAppWebhookDelivery', { params, signal }),
    refetchInterval: REFRESH_MS,
  });
  if (delivery.isPending) return <Loading />;
  if (!delivery.data) return <Failure error={delivery.error} onRetry={() => void delivery.refetch()} />;
  const { log, body } = delivery.data;
  return (
    <>
      <Table
        label={t('webhooks.attempts')}
        items={log}
        keyOf={({ at }) => at}
        columns={[
          { name: 'createdAt', show: ({ at }) => <Time at={at} /> },
          { name: 'cause', show: ({ trigger }) => t(`trigger.${trigger}`) },
          { name: 'httpStatus', show: ({ status }) => status ?? '–' },
          {
            name: 'duration',
            show: ({ durationMs }) => (durationMs === undefined ? '–' : `${durationMs} ms`),
          },
          { name: 'error', show: ({ error, response }) => [error, response].filter(Boolean).join(': ') },
        ]}
      />
      <h3>{t('webhooks.body')}</h3>
      <pre>{body}</pre>
    </>
  );
}
