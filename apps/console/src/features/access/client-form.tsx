import type { OAuthClientView } from '@procurement-intents/contract/company';
import type { Scope } from '@procurement-intents/contract/bearer/scopes';
import { GRANT_TYPE_NAMES, type GrantType } from '@procurement-intents/contract/oauth/grant-types';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { type AnswerOf, call } from '../../platform/http.ts';
import { FormAction } from '../../ui/action.tsx';
import { Checks, Field } from '../../ui/field.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { ScopeChoice } from './user-form.tsx';

const DEFAULT_GRANTS: readonly GrantType[] = ['authorization_code', 'refresh_token'];

const draftOf = (client?: OAuthClientView) => ({
  name: client?.name ?? '',
  redirects: client?.redirectUris.join('\n') ?? '',
  scopes: [...(client?.scopes ?? [])],
  grants: [...(client?.grantTypes ?? DEFAULT_GRANTS)],
  kind: [] as string[],
});
type Draft = ReturnType<typeof draftOf>;

/** The last word of a grant type names its text. */
export const grantText = (type: GrantType): string => `grant.${type.split(':').at(-1)}`;

/** The secret of a new client; an app on devices has none. */
const secretOf = ({ id, secret, isPublic }: AnswerOf<'createOAuthClient'>) => (
  <SecretOnce fileName={`${id}.env`} lines={{ CLIENT_ID: id, ...(!isPublic && { CLIENT_SECRET: secret }) }} />
);

/** Adds a client, or changes one. */
export function ClientForm({ client }: { client?: OAuthClientView }) {
  const { t } = useTranslation();
  const { draft, shown, begin, change } = useDraft(client, draftOf);
  const onOpen = (): void => begin(client);
  const body = {
    name: draft.name,
    scopes: draft.scopes,
    grantTypes: draft.grants,
    redirectUris: draft.redirects.split(/\s+/).filter(Boolean),
  };
  const fields = <ClientFields draft={draft} isNew={!shown} onChange={change} />;
  if (shown)
    return (
      <FormAction
        label={t('action.edit')}
        onOpen={onOpen}
        submit={() => call('updateOAuthClient', { params: { id: shown.id }, body, version: shown.version })}
      >
        {fields}
      </FormAction>
    );
  return (
    <FormAction
      label={t('access.createClient')}
      onOpen={onOpen}
      submit={(createKey) =>
        call('createOAuthClient', { body: { ...body, isPublic: draft.kind.includes('public') }, createKey })
      }
      done={secretOf}
    >
      {fields}
    </FormAction>
  );
}

interface FieldsProps {
  draft: Draft;
  /** Whether a client can keep a secret is said once. */
  isNew: boolean;
  onChange: (changes: Partial<Draft>) => void;
}

function ClientFields({ draft: { name, redirects, grants, kind, scopes }, isNew, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Field label={t('columns.name')}>
        {(id) => <Input id={id} value={name} onChange={({ target }) => onChange({ name: target.value })} />}
      </Field>
      <Field label={t('columns.redirects')} hint={t('access.redirectsHint')}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={2}
            value={redirects}
            onChange={({ target }) => onChange({ redirects: target.value })}
          />
        )}
      </Field>
      <Checks
        legend={t('columns.grants')}
        options={GRANT_TYPE_NAMES.map((each) => [each, t(grantText(each))] as const)}
        chosen={grants}
        onChange={(chosen) => onChange({ grants: chosen as GrantType[] })}
      />
      {isNew && (
        <Checks
          legend={t('columns.kind')}
          options={[['public', t('access.isPublic')]]}
          chosen={kind}
          onChange={(chosen) => onChange({ kind: chosen })}
        />
      )}
      <ScopeChoice scopes={scopes} onChange={(chosen) => onChange({ scopes: chosen as Scope[] })} />
    </>
  );
}
