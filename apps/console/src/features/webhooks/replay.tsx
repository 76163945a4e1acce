import { REPLAY_SCOPES, type ReplayScope } from '@procurement-intents/contract/webhooks/states';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/http.ts';
import { FormAction } from '../../ui/action.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { Status } from '../../ui/time.tsx';

const REFRESH_MS = 1000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A time as a field for times has it, in the zone of the viewer. */
const localTime = (ms: number): string =>
  new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);

/** Sends events of an endpoint again, and shows how far it is. */
export function Replay({ params }: { params: { id: string; webhookId: string } }) {
  const { t } = useTranslation();
  const [since, setSince] = useState('');
  const [scope, setScope] = useState<ReplayScope>('all');
  return (
    <FormAction
      label={t('action.replay')}
      onOpen={() => {
        setSince(localTime(Date.now() - DAY_MS));
        setScope('all');
      }}
      isReady={since !== ''}
      submit={(createKey) =>
        call('createAppWebhookReplay', {
          params,
          body: { since: new Date(since).toISOString(), scope },
          createKey,
        })
      }
      done={({ id }) => <Progress params={{ ...params, replayId: id }} />}
    >
      <p>{t('ask.replay')}</p>
      <Field label={t('columns.since')}>
        {(id) => (
          <Input
            id={id}
            type="datetime-local"
            value={since}
            onChange={({ target }) => setSince(target.value)}
          />
        )}
      </Field>
      <Choice
        label={t('columns.replayed')}
        value={scope}
        options={REPLAY_SCOPES.map((each) => [each, t(`replayScope.${each}`)] as const)}
        onChange={(chosen) => setScope(chosen as ReplayScope)}
      />
    </FormAction>
  );
}

/** How far a replay is, read until it ends. */
function Progress({ params }: { params: { id: string; webhookId: string; replayId: string } }) {
  const replay = useQuery({
    queryKey: ['replay', params],
    queryFn: ({ signal }) => call('getAppWebhookReplay', { params, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'RUNNING' ? false : REFRESH_MS),
  });
  if (!replay.data) return <Failure error={replay.error} onRetry={() => void replay.refetch()} />;
  const { state, sent, remaining } = replay.data;
  return (
    <div role="status">
      <Facts
        rows={[
          ['state', <Status of={state} family="replay" />],
          ['sent', sent],
          ['remaining', remaining],
        ]}
      />
    </div>
  );
}
