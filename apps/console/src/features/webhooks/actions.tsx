import { useTranslation } from 'react-i18next';
import { type AnswerOf, call } from '../../platform/http.ts';
import { Action, FormAction } from '../../ui/action.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Replay } from './replay.tsx';
import { WebhookForm } from './webhook-form.tsx';

interface Props {
  appId: string;
  endpoint: AnswerOf<'getAppWebhook'>;
}

/** What can be done with an endpoint. */
export function EndpointActions({ appId, endpoint }: Props) {
  const { t } = useTranslation();
  const params = { id: appId, webhookId: endpoint.id };
  const isEnabled = endpoint.status === 'ENABLED';
  const { version } = endpoint;
  return (
    <div className="actions">
      <FormAction
        label={t('action.test')}
        submit={() => call('testAppWebhook', { params, body: {} })}
        done={({ status, durationMs, error, response }) => (
          <Facts
            rows={[
              ['httpStatus', status],
              ['duration', durationMs === undefined ? '' : `${durationMs} ms`],
              ['error', error],
              ['response', response],
            ]}
          />
        )}
      >
        <p>{t('ask.test')}</p>
      </FormAction>
      <WebhookForm appId={appId} webhook={endpoint} />
      <Replay params={params} />
      <FormAction
        label={t('action.rotate')}
        submit={() => call('rotateAppWebhookSecret', { params, body: {}, version })}
        done={({ secret }) => (
          <SecretOnce fileName={`${endpoint.id}.env`} lines={{ WEBHOOK_SECRET: secret }} />
        )}
      >
        <p>{t('ask.rotate')}</p>
      </FormAction>
      <Action
        label={t(isEnabled ? 'action.disable' : 'action.enable')}
        question={t(isEnabled ? 'ask.disableWebhook' : 'ask.enableWebhook')}
        isDanger={isEnabled}
        run={() =>
          call('updateAppWebhook', { params, body: { status: isEnabled ? 'DISABLED' : 'ENABLED' }, version })
        }
      />
      <Action
        label={t('action.delete')}
        question={t('ask.deleteWebhook')}
        isDanger
        run={() => call('deleteAppWebhook', { params, version })}
      />
    </div>
  );
}
