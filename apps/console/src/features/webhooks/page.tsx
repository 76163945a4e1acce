import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFilters } from '../../platform/filters.ts';
import { type AnswerOf, call } from '../../platform/http.ts';
import { Choice } from '../../ui/field.tsx';
import { Table } from '../../ui/list.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { Status, Time } from '../../ui/time.tsx';
import { Words } from '../../ui/words.tsx';
import { AppChoice, useChosenApp } from '../../client-apps/app-choice.tsx';
import { EndpointActions } from './actions.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';

type Webhook = AnswerOf<'getAppWebhook'>;

/** The webhook endpoints of an App, and the log of one. */
export function WebhooksPage() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const chosen = useChosenApp();
  const { apps, appId: id = '' } = chosen;
  const list = useQuery({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => call('listAppWebhooks', { params: { id }, signal }),
    enabled: id !== '',
    refetchInterval: 5000,
  });
  const endpoints = list.data?.items ?? [];
  const webhookId = filters['endpoint'] ?? endpoints[0]?.id ?? '';
  return (
    <>
      <h1>{t('pages.webhooks')}</h1>
      <form className="filters" role="search">
        <AppChoice chosen={chosen} onChange={(app) => change({ app, endpoint: '' })} />
      </form>
      {id !== '' && <WebhookForm appId={id} />}
      <Failure error={apps.error ?? list.error} onRetry={() => void list.refetch()} />
      {list.data && endpoints.length === 0 && <Empty text={t('webhooks.empty')} />}
      {endpoints.length > 0 && <Endpoints appId={id} endpoints={endpoints} />}
      {endpoints.length > 1 && (
        <Choice
          label={t('webhooks.log')}
          value={webhookId}
          options={endpoints.map((each) => [each.id, each.url] as const)}
          onChange={(endpoint) => change({ endpoint })}
        />
      )}
      {webhookId !== '' && endpoints.length > 0 && <Deliveries params={{ id, webhookId }} />}
    </>
  );
}

function Endpoints({ appId, endpoints }: { appId: string; endpoints: readonly Webhook[] }) {
  const { t } = useTranslation();
  return (
    <Table
      label={t('pages.webhooks')}
      items={endpoints}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'url',
          show: ({ url, description }) => (
            <>
              <code>{url}</code> {description}
            </>
          ),
        },
        { name: 'state', show: ({ status }) => <Status of={status} family="state" /> },
        { name: 'events', show: ({ eventTypes }) => <Words of={eventTypes} /> },
        { name: 'failingSince', show: ({ failingSince }) => <Time at={failingSince} /> },
        { name: 'actions', show: (endpoint) => <EndpointActions appId={appId} endpoint={endpoint} /> },
      ]}
    />
  );
}
