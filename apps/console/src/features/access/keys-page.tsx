import type { Scope } from '@procurement-intents/contract/bearer/scopes';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnswerOf, call } from '../../platform/http.ts';
import { Action, FormAction } from '../../ui/action.tsx';
import { Field } from '../../ui/field.tsx';
import { ListTable, useList } from '../../ui/list.tsx';
import { Words } from '../../ui/words.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Time } from '../../ui/time.tsx';
import { ScopeChoice } from './user-form.tsx';

type Key = AnswerOf<'getApiKey'>;

/** The keys with which programs call for their makers. */
export function KeysPage() {
  const { t } = useTranslation();
  const list = useList<Key>('listApiKeys');
  return (
    <>
      <h1>{t('pages.keys')}</h1>
      <NewKey />
      <ListTable
        label={t('pages.keys')}
        list={list}
        keyOf={({ id }) => id}
        empty={t('access.noKeys')}
        columns={[
          { name: 'name', show: ({ name }) => name },
          { name: 'hint', show: ({ hint }) => <code>{hint}…</code> },
          { name: 'scopes', show: ({ scopes }) => <Words of={scopes} /> },
          { name: 'lastUsedAt', show: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
          { name: 'revokedAt', show: ({ revokedAt }) => <Time at={revokedAt} /> },
          {
            name: 'actions',
            show: ({ id, revokedAt }) =>
              revokedAt ? null : (
                <Action
                  label={t('action.revoke')}
                  question={t('ask.revoke')}
                  isDanger
                  run={() => call('revokeApiKey', { params: { id } })}
                />
              ),
          },
        ]}
      />
    </>
  );
}

function NewKey() {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>([]);
  return (
    <FormAction
      label={t('access.createKey')}
      onOpen={() => {
        setName('');
        setScopes([]);
      }}
      submit={(createKey) => call('createApiKey', { body: { name, scopes: scopes as Scope[] }, createKey })}
      done={({ id, key }) => <SecretOnce fileName={`${id}.env`} lines={{ API_KEY: key }} />}
    >
      <Field label={t('columns.name')}>
        {(id) => <Input id={id} value={name} onChange={({ target }) => setName(target.value)} />}
      </Field>
      <ScopeChoice scopes={scopes} onChange={setScopes} />
    </FormAction>
  );
}
