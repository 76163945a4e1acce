import { ROLES, SCOPE_NAMES, SCOPES, type Scope } from '@procurement-intents/contract/bearer/scopes';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnswerOf, call } from '../../platform/http.ts';
import { Action, FormAction } from '../../ui/action.tsx';
import { Checks, Choice, Field } from '../../ui/field.tsx';
import { ListTable, useList } from '../../ui/list.tsx';
import { Status, Time, Yuan } from '../../ui/time.tsx';

type User = AnswerOf<'getUser'>;

/** The people who may log in. */
export function UsersPage() {
  const { t } = useTranslation();
  const list = useList<User>('listUsers');
  return (
    <>
      <h1>{t('pages.users')}</h1>
      <NewUser />
      <ListTable
        label={t('pages.users')}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          { name: 'username', show: ({ username }) => username },
          { name: 'displayName', show: ({ displayName }) => displayName },
          {
            name: 'state',
            show: ({ disabledAt }) => <Status of={disabledAt ? 'disabled' : 'enabled'} family="state" />,
          },
          { name: 'scopes', show: ({ scopes }) => scopes.join(', ') },
          { name: 'approvalLimit', show: ({ approvalLimit }) => <Yuan amount={approvalLimit} /> },
          { name: 'createdAt', show: ({ createdAt }) => <Time at={createdAt} /> },
          { name: 'actions', show: (user) => <Shut user={user} /> },
        ]}
      />
    </>
  );
}

function Shut({ user: { id, disabledAt, version } }: { user: User }) {
  const { t } = useTranslation();
  return (
    <Action
      label={t(disabledAt ? 'action.enable' : 'action.disable')}
      question={t(disabledAt ? 'ask.enableUser' : 'ask.disableUser')}
      isDanger={!disabledAt}
      run={() => call(disabledAt ? 'enableUser' : 'disableUser', { params: { id }, version })}
    />
  );
}

const NEW = { username: '', password: '', displayName: '', approvalLimit: '' };

function NewUser() {
  const { t } = useTranslation();
  const [user, setUser] = useState(NEW);
  const [scopes, setScopes] = useState<string[]>([]);
  const set = (changes: Partial<typeof NEW>): void => setUser({ ...user, ...changes });
  const { approvalLimit, ...texts } = user;
  const limit = approvalLimit === '' ? {} : { approvalLimit: Number(approvalLimit) };
  return (
    <FormAction
      label={t('access.createUser')}
      onOpen={() => {
        setUser(NEW);
        setScopes([]);
      }}
      submit={() => call('createUser', { body: { ...texts, ...limit, scopes: scopes as Scope[] } })}
    >
      {(['username', 'displayName', 'password', 'approvalLimit'] as const).map((name) => (
        <Field key={name} label={t(`columns.${name}`)}>
          {(id) => (
            <Input
              id={id}
              type={name === 'password' ? 'password' : 'text'}
              autoComplete="off"
              value={user[name]}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <ScopeChoice scopes={scopes} onChange={setScopes} />
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
  const { t, i18n } = useTranslation();
  const language = i18n.language === 'zh' ? 'zh' : 'en';
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
