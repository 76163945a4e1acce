import type { OAuthClientView } from '@procurement-intents/contract/company';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/http.ts';
import { Action, FormAction } from '../../ui/action.tsx';
import { ListTable, useList } from '../../ui/list.tsx';
import { Words } from '../../ui/words.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Status, Time } from '../../ui/time.tsx';
import { ClientForm, grantText } from './client-form.tsx';

/** The programs that people may let act for them. */
export function ClientsPage() {
  const { t } = useTranslation();
  const list = useList<OAuthClientView>('listOAuthClients');
  return (
    <>
      <h1>{t('pages.clients')}</h1>
      <ClientForm />
      <ListTable
        label={t('pages.clients')}
        list={list}
        keyOf={({ id }) => id}
        empty={t('access.noClients')}
        columns={[
          { name: 'name', show: ({ name }) => name },
          { name: 'id', show: ({ id }) => <code>{id}</code> },
          {
            name: 'state',
            show: ({ disabledAt }) => <Status of={disabledAt ? 'disabled' : 'enabled'} family="state" />,
          },
          { name: 'scopes', show: ({ scopes }) => <Words of={scopes} /> },
          {
            name: 'grants',
            show: ({ grantTypes }) => grantTypes.map((each) => t(grantText(each))).join(', '),
          },
          { name: 'redirects', show: ({ redirectUris }) => <code>{redirectUris.join(' ')}</code> },
          { name: 'createdAt', show: ({ createdAt }) => <Time at={createdAt} /> },
          { name: 'actions', show: (client) => <ClientActions client={client} /> },
        ]}
      />
    </>
  );
}

function ClientActions({ client }: { client: OAuthClientView }) {
  const { t } = useTranslation();
  const { id, version, disabledAt, isPublic } = client;
  const params = { id };
  return (
    <div className="actions">
      <ClientForm client={client} />
      {!isPublic && (
        <FormAction
          label={t('action.rotate')}
          submit={() => call('rotateOAuthClientSecret', { params, body: {}, version })}
          done={({ secret }) => (
            <SecretOnce fileName={`${id}.env`} lines={{ CLIENT_ID: id, CLIENT_SECRET: secret }} />
          )}
        >
          <p>{t('ask.rotate')}</p>
        </FormAction>
      )}
      <Action
        label={t(disabledAt ? 'action.enable' : 'action.disable')}
        question={t(disabledAt ? 'ask.enableClient' : 'ask.disableClient')}
        isDanger={!disabledAt}
        run={() => call(disabledAt ? 'enableOAuthClient' : 'disableOAuthClient', { params, version })}
      />
      <Action
        label={t('action.delete')}
        question={t('ask.deleteClient')}
        isDanger
        run={() => call('deleteOAuthClient', { params, version })}
      />
    </div>
  );
}
