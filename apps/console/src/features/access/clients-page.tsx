import type { OAuthClientView } from '@procurement-intents/contract/bearer';
import type { Scope } from '@procurement-intents/contract/bearer/scopes';
import { GRANT_TYPE_NAMES, type GrantType } from '@procurement-intents/contract/oauth/grant-types';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/http.ts';
import { Action, FormAction } from '../../ui/action.tsx';
import { Checks, Field } from '../../ui/field.tsx';
import { ListTable, useList } from '../../ui/list.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Status, Time } from '../../ui/time.tsx';
import { ScopeChoice } from './users-page.tsx';

/** The programs that people may let act for them. */
export function ClientsPage() {
  const { t } = useTranslation();
  const list = useList<OAuthClientView>('listOAuthClients');
  return (
    <>
      <h1>{t('pages.clients')}</h1>
      <NewClient />
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
          { name: 'scopes', show: ({ scopes }) => scopes.join(', ') },
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

/** The last word of a grant type names its text. */
const grantText = (type: GrantType): string => `grant.${type.split(':').at(-1)}`;

function ClientActions({ client }: { client: OAuthClientView }) {
  const { t } = useTranslation();
  const { id, version, disabledAt, isPublic } = client;
  const params = { id };
  return (
    <div className="actions">
      {!isPublic && (
        <FormAction
          label={t('action.rotate')}
          submit={() => call('rotateOAuthClientSecret', { params, body: {}, version })}
          done={({ secret }) => (
            <SecretOnce fileName={`${id}.env`} lines={{ CLIENT_ID: id, CLIENT_SECRET: secret ?? '' }} />
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

const NEW = {
  name: '',
  redirects: '',
  scopes: [] as string[],
  grants: ['authorization_code', 'refresh_token'] as string[],
  kind: [] as string[],
};

function NewClient() {
  const { t } = useTranslation();
  const [client, setClient] = useState(NEW);
  const { name, redirects, scopes, grants, kind } = client;
  const set = (changes: Partial<typeof NEW>): void => setClient({ ...client, ...changes });
  const body = {
    name,
    scopes: scopes as Scope[],
    grantTypes: grants as GrantType[],
    redirectUris: redirects.split(/\s+/).filter(Boolean),
    isPublic: kind.includes('public'),
  };
  return (
    <FormAction
      label={t('access.createClient')}
      onOpen={() => setClient(NEW)}
      submit={() => call('createOAuthClient', { body })}
      done={({ id, secret }) => (
        <SecretOnce
          fileName={`${id}.env`}
          lines={{ CLIENT_ID: id, ...(secret !== undefined && { CLIENT_SECRET: secret }) }}
        />
      )}
    >
      <Field label={t('columns.name')}>
        {(id) => <Input id={id} value={name} onChange={({ target }) => set({ name: target.value })} />}
      </Field>
      <Field label={t('columns.redirects')} hint={t('access.redirectsHint')}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={2}
            value={redirects}
            onChange={({ target }) => set({ redirects: target.value })}
          />
        )}
      </Field>
      <Checks
        legend={t('columns.grants')}
        options={GRANT_TYPE_NAMES.map((each) => [each, t(grantText(each))] as const)}
        chosen={grants}
        onChange={(chosen) => set({ grants: chosen })}
      />
      <Checks
        legend={t('columns.kind')}
        options={[['public', t('access.isPublic')]]}
        chosen={kind}
        onChange={(chosen) => set({ kind: chosen })}
      />
      <ScopeChoice scopes={scopes} onChange={(chosen) => set({ scopes: chosen })} />
    </FormAction>
  );
}
