import type { SessionView } from '@procurement-intents/contract/company';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/http.ts';
import { Action } from '../../ui/action.tsx';
import { ListTable, useList } from '../../ui/list.tsx';
import { Status, Time } from '../../ui/time.tsx';

/** Who is logged in, and from where. */
export function SessionsPage() {
  const { t } = useTranslation();
  const list = useList<SessionView>('listSessions');
  return (
    <>
      <h1>{t('pages.sessions')}</h1>
      <ListTable
        label={t('pages.sessions')}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          { name: 'user', show: ({ userId }) => <code>{userId}</code> },
          { name: 'kind', show: ({ kind }) => <Status of={kind} family="session" /> },
          { name: 'ip', show: ({ ip }) => <code className="address">{ip}</code> },
          { name: 'createdAt', show: ({ createdAt }) => <Time at={createdAt} /> },
          { name: 'lastUsedAt', show: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
          {
            name: 'actions',
            show: ({ id }) => (
              <Action
                label={t('action.end')}
                question={t('ask.end')}
                isDanger
                run={() => call('endSession', { params: { id } })}
              />
            ),
          },
        ]}
      />
    </>
  );
}
