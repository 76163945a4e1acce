import type { ConsentView } from '@procurement-intents/contract/company';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/http.ts';
import { Action } from '../../ui/action.tsx';
import { ListTable, useList } from '../../ui/list.tsx';
import { Words } from '../../ui/words.tsx';
import { Time } from '../../ui/time.tsx';

/** What people have allowed programs. */
export function ConsentsPage() {
  const { t } = useTranslation();
  const list = useList<ConsentView>('listConsents');
  return (
    <>
      <h1>{t('pages.consents')}</h1>
      <ListTable
        label={t('pages.consents')}
        list={list}
        keyOf={({ id }) => id}
        empty={t('access.noConsents')}
        columns={[
          { name: 'client', show: ({ clientName }) => clientName },
          { name: 'user', show: ({ userId }) => <code>{userId}</code> },
          { name: 'scopes', show: ({ scopes }) => <Words of={scopes} /> },
          { name: 'createdAt', show: ({ createdAt }) => <Time at={createdAt} /> },
          { name: 'lastUsedAt', show: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
          {
            name: 'actions',
            show: ({ id }) => (
              <Action
                label={t('action.end')}
                question={t('ask.endConsent')}
                isDanger
                run={() => call('endConsent', { params: { id } })}
              />
            ),
          },
        ]}
      />
    </>
  );
}
