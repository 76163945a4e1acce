import { FEED_TYPES } from '@procurement-intents/contract/event-kinds';
import { PAYLOADS } from '@procurement-intents/contract/webhooks/states';
import { WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks/limits';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { type AnswerOf, type BodyOf, call } from '../../platform/http.ts';
import { typedNumber } from '../../platform/typed-number.ts';
import { FormAction } from '../../ui/action.tsx';
import { Checks, Choice, Field } from '../../ui/field.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { useDraft } from '../../ui/use-draft.ts';

type Webhook = AnswerOf<'getAppWebhook'>;
type EventTypes = NonNullable<BodyOf<'updateAppWebhook'>['eventTypes']>;

/** In place of types: all. */
const EVERY_TYPE = '*';

const draftOf = (webhook?: Webhook) => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  eventTypes: (webhook?.eventTypes ?? [EVERY_TYPE]).filter((type) => type !== EVERY_TYPE),
  payload: webhook?.payload ?? PAYLOADS[0],
  maxPerSecond: String(webhook?.maxPerSecond ?? WEBHOOK_LIMITS.maxPerSecondDefault),
});
type Draft = ReturnType<typeof draftOf>;

const bodyOf = ({ eventTypes, maxPerSecond, ...texts }: Draft) => {
  const most = typedNumber(maxPerSecond);
  return {
    ...texts,
    eventTypes: (eventTypes.length === 0 ? [EVERY_TYPE] : eventTypes) as EventTypes,
    ...(most !== undefined && { maxPerSecond: most }),
  };
};

/** Registers an endpoint of an App, or changes one. */
export function WebhookForm({ appId, webhook }: { appId: string; webhook?: Webhook }) {
  const { t } = useTranslation();
  const { draft, shown, begin, change } = useDraft(webhook, draftOf);
  const onOpen = (): void => begin(webhook);
  const fields = <WebhookFields draft={draft} onChange={change} />;
  if (shown)
    return (
      <FormAction
        label={t('action.edit')}
        onOpen={onOpen}
        submit={() =>
          call('updateAppWebhook', {
            params: { id: appId, webhookId: shown.id },
            body: bodyOf(draft),
            version: shown.version,
          })
        }
      >
        {fields}
      </FormAction>
    );
  return (
    <FormAction
      label={t('webhooks.create')}
      onOpen={onOpen}
      submit={(createKey) =>
        call('createAppWebhook', { params: { id: appId }, body: bodyOf(draft), createKey })
      }
      done={({ id, secret }) => <SecretOnce fileName={`${id}.env`} lines={{ WEBHOOK_SECRET: secret }} />}
    >
      {fields}
    </FormAction>
  );
}

interface FieldsProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
}

function WebhookFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      {(['url', 'description', 'maxPerSecond'] as const).map((name) => (
        <Field key={name} label={t(`columns.${name}`)}>
          {(id) => (
            <Input
              id={id}
              type={name === 'url' ? 'url' : 'text'}
              value={draft[name]}
              onChange={({ target }) => onChange({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <Choice
        label={t('columns.payload')}
        value={draft.payload}
        options={PAYLOADS.map((each) => [each, t(`payload.${each}`)] as const)}
        onChange={(payload) => onChange({ payload: payload as Draft['payload'] })}
      />
      <Checks
        legend={t('webhooks.eventTypes')}
        options={FEED_TYPES.map((type) => [type, type] as const)}
        chosen={draft.eventTypes}
        onChange={(eventTypes) => onChange({ eventTypes })}
      />
    </>
  );
}
