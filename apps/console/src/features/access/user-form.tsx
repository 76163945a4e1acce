import { SCOPE_NAMES, SCOPES, type Scope, ROLES } from '@procurement-intents/contract/bearer/scopes';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnswerOf, call } from '../../platform/http.ts';
import { LANGUAGE_NAMES, type Language, LANGUAGES } from '../../platform/languages.ts';
import { typedNumber } from '../../platform/typed-number.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { FormAction } from '../../ui/action.tsx';
import { Checks, Choice, Field } from '../../ui/field.tsx';
import { useDraft } from '../../ui/use-draft.ts';

type User = AnswerOf<'getUser'>;

const draftOf = (user?: User) => ({
  username: '',
  password: '',
  displayName: user?.displayName ?? '',
  approvalLimit: String(user?.approvalLimit ?? ''),
  locale: user?.locale ?? LANGUAGES[0],
  scopes: [...(user?.scopes ?? [])] as Scope[],
});
type TextField = 'username' | 'displayName' | 'password' | 'approvalLimit';

/** Adds a person, or changes one. */
export function UserForm({ user }: { user?: User }) {
  const { t } = useTranslation();
  const { draft, shown, begin, change } = useDraft(user, draftOf);
  const { username, password, approvalLimit, ...rest } = draft;
  const limit = typedNumber(approvalLimit);
  const add = (createKey: string) =>
    call('createUser', {
      createKey,
      body: { ...rest, username, password, ...(limit !== undefined && { approvalLimit: limit }) },
    });
  const update = ({ id, version }: User) =>
    call('updateUser', { params: { id }, body: { ...rest, approvalLimit: limit ?? null }, version });
  const fields: TextField[] = shown
    ? ['displayName', 'approvalLimit']
    : ['username', 'displayName', 'password', 'approvalLimit'];
  return (
    <FormAction
      label={t(user ? 'action.edit' : 'access.createUser')}
      onOpen={() => begin(user)}
      submit={(createKey) => (shown ? update(shown) : add(createKey))}
    >
      {fields.map((name) => (
        <Field key={name} label={t(`columns.${name}`)}>
          {(id) => (
            <Input
              id={id}
              type={name === 'password' ? 'password' : 'text'}
              autoComplete={name === 'password' ? 'new-password' : 'off'}
              value={draft[name]}
              onChange={({ target }) => change({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <LocaleChoice locale={draft.locale} onChange={(locale) => change({ locale })} />
      <ScopeChoice scopes={draft.scopes} onChange={(scopes) => change({ scopes: scopes as Scope[] })} />
    </FormAction>
  );
}

/** The language in which the service writes to a person. */
export function LocaleChoice({
  locale,
  onChange,
}: {
  locale: Language;
  onChange: (locale: Language) => void;
}) {
  const { t } = useTranslation();
  return (
    <Choice
      label={t('columns.locale')}
      value={locale}
      options={LANGUAGES.map((each) => [each, LANGUAGE_NAMES[each]] as const)}
      onChange={(chosen) => onChange(chosen as Language)}
    />
  );
}

/** Gives a person another password, and ends their sessions. */
export function ResetPassword({ user: { id, username, version } }: { user: User }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  return (
    <FormAction
      label={t('action.resetPassword')}
      title={`${t('action.resetPassword')}: ${username}`}
      onOpen={() => setPassword('')}
      submit={() => call('resetPassword', { params: { id }, body: { password }, version })}
    >
      <p>{t('ask.resetPassword')}</p>
      <Field label={t('columns.password')}>
        {(field) => (
          <Input
            id={field}
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
    </FormAction>
  );
}

/** Scopes, by role or one by one. */
export function ScopeChoice({
  scopes,
  onChange,
}: {
  scopes: string[];
  onChange: (scopes: string[]) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <Choice
        label={t('access.role')}
        value=""
        options={[['', '–'], ...Object.keys(ROLES).map((role) => [role, t(`role.${role}`)] as const)]}
        onChange={(role) => onChange([...(ROLES[role as keyof typeof ROLES] ?? scopes)])}
      />
      <Checks
        legend={t('columns.scopes')}
        options={SCOPE_NAMES.map((name) => [name, SCOPES[name][language]] as const)}
        chosen={scopes}
        onChange={onChange}
      />
    </>
  );
}
