import { PLATFORMS } from '@procurement-intents/contract/platforms';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { type AnswerOf, call } from '../../platform/http.ts';
import { may, useSession } from '../../platform/session.ts';
import { FormAction } from '../../ui/action.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { useList } from '../../ui/list.tsx';
import { ReadFirst } from '../../ui/read-first.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { changesOf, type Draft, draftOf, newBody, type Request, TEXTS } from './request-draft.ts';

type Contract = AnswerOf<'getContract'>;

/** Asks for a purchase. */
export function RequestForm() {
  const { t } = useTranslation();
  const { draft, begin, change } = useDraft(undefined, draftOf);
  return (
    <FormAction
      label={t('requests.create')}
      onOpen={() => begin(undefined)}
      submit={(createKey) => call('createPurchaseRequest', { body: newBody(draft), createKey })}
    >
      <RequestFields draft={draft} onChange={change} />
    </FormAction>
  );
}

/** Changes what somebody has asked for. All of it is read when the dialog opens: lists have a part. */
export function RequestEdit({ id }: { id: string }) {
  const { t } = useTranslation();
  const { draft, shown, begin, change } = useDraft<Request, Draft>(undefined, draftOf);
  return (
    <FormAction
      label={t('action.edit')}
      isReady={shown !== undefined}
      onOpen={() => begin(undefined)}
      submit={() =>
        call('updatePurchaseRequest', {
          params: { id },
          body: shown ? changesOf(draftOf(shown), draft) : {},
          version: shown?.version,
        })
      }
    >
      {shown === undefined ? (
        <ReadFirst
          name={['request', id]}
          read={(signal) => call('getPurchaseRequest', { params: { id }, signal })}
          onRead={begin}
        />
      ) : (
        <RequestFields draft={draft} onChange={change} />
      )}
    </FormAction>
  );
}

interface FieldsProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
}

function RequestFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <>
      <Choice
        label={t('columns.platform')}
        value={draft.platform}
        options={PLATFORMS.map((each) => [each, t(`platform.${each}`)] as const)}
        onChange={(platform) => onChange({ platform: platform as Draft['platform'] })}
      />
      {TEXTS.map((name) => (
        <Field key={name} label={t(`columns.${name}`)}>
          {(id) => (
            <Input
              id={id}
              value={draft[name]}
              onChange={({ target }) => onChange({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
      {session && may(session, 'read:contracts') && (
        <ContractChoice chosen={draft.contractId} onChange={(contractId) => onChange({ contractId })} />
      )}
    </>
  );
}

/** One of the active contracts, or none. */
function ContractChoice({ chosen, onChange }: { chosen: string; onChange: (id: string) => void }) {
  const { t } = useTranslation();
  const { items } = useList<Contract>('listContracts', { query: { 'filter[status]': 'ACTIVE' } });
  return (
    <Choice
      label={t('columns.contract')}
      value={chosen}
      options={[['', '–'], ...items.map(({ id, title }) => [id, title] as const)]}
      onChange={onChange}
    />
  );
}
