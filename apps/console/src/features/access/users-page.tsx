import { useTranslation } from 'react-i18next';
import { type AnswerOf, call } from '../../platform/http.ts';
import { Action } from '../../ui/action.tsx';
import { ListTable, useList } from '../../ui/list.tsx';
import { Words } from '../../ui/words.tsx';
import { Status, Time, Yuan } from '../../ui/time.tsx';
import { ResetPassword, UserForm } from './user-form.tsx';

type User = AnswerOf<'getUser'>;

/** The people who may log in. */
export function UsersPage() {
  const { t } = useTranslation();
  const list = useList<User>('listUsers');
  return (
    <>
      <h1>{t('pages.users')}</h1>
      <UserForm />
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
          { name: 'scopes', show: ({ scopes }) => <Words of={scopes} /> },
          { name: 'approvalLimit', show: ({ approvalLimit }) => <Yuan amount={approvalLimit} /> },
          { name: 'createdAt', show: ({ createdAt }) => <Time at={createdAt} /> },
          { name: 'actions', show: (user) => <UserActions user={user} /> },
        ]}
      />
    </>
  );
}

function UserActions({ user }: { user: User }) {
  const { t } = useTranslation();
  const { id, disabledAt, version } = user;
  return (
    <div className="actions">
      <UserForm user={user} />
      <ResetPassword user={user} />
      <Action
        label={t(disabledAt ? 'action.enable' : 'action.disable')}
        question={t(disabledAt ? 'ask.enableUser' : 'ask.disableUser')}
        isDanger={!disabledAt}
        run={() => call(disabledAt ? 'enableUser' : 'disableUser', { params: { id }, version })}
      />
    </div>
  );
}
