import type { AppView } from '@procurement-intents/contract/bearer';
import { DEFAULT_PERMISSIONS, PERMISSIONS } from '@procurement-intents/contract/permissions';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/http.ts';
import { FormAction } from '../../ui/action.tsx';
import { Checks, Field } from '../../ui/field.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { isInRange } from './ip-range.ts';

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** Adds an App, or changes one. */
export function AppForm({ app }: { app?: AppView }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState<string[]>([]);
  const [addresses, setAddresses] = useState('');
  const reset = (): void => {
    setName(app?.name ?? '');
    setPermissions([...(app?.permissions ?? DEFAULT_PERMISSIONS)]);
    setAddresses(app?.ipAllowList.join('\n') ?? '');
  };
  const body = {
    name,
    permissions: PERMISSIONS.filter((each) => permissions.includes(each)),
    ipAllowList: listOf(addresses),
  };
  const fields = (
    <>
      <Field label={t('columns.name')}>
        {(id) => <Input id={id} value={name} onChange={({ target }) => setName(target.value)} />}
      </Field>
      <Checks
        legend={t('columns.permissions')}
        options={PERMISSIONS.map((each) => [each, t(`permission.${each.replace(':', '_')}`)] as const)}
        chosen={permissions}
        onChange={setPermissions}
      />
      <Field label={t('columns.addresses')} hint={t('apps.addressesHint')}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={3}
            value={addresses}
            onChange={({ target }) => setAddresses(target.value)}
          />
        )}
      </Field>
      <AddressTest ranges={listOf(addresses)} />
    </>
  );
  if (app)
    return (
      <FormAction
        label={t('action.edit')}
        onOpen={reset}
        submit={() => call('updateApp', { params: { id: app.id }, body, version: app.version })}
      >
        {fields}
      </FormAction>
    );
  return (
    <FormAction
      label={t('apps.create')}
      onOpen={reset}
      submit={() => call('createApp', { body })}
      done={({ id, secret }) => (
        <SecretOnce
          fileName={`${id}.env`}
          lines={{ BASE_URL: location.origin, APP_ID: id, APP_SECRET: secret ?? '' }}
        />
      )}
    >
      {fields}
    </FormAction>
  );
}

/** Says whether an address could call. */
function AddressTest({ ranges }: { ranges: readonly string[] }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  const isIn = ranges.length === 0 || ranges.some((range) => isInRange(address, range));
  return (
    <Field label={t('apps.test')}>
      {(id) => (
        <>
          <Input id={id} value={address} onChange={({ target }) => setAddress(target.value.trim())} />
          {address !== '' && <p role="status">{t(isIn ? 'apps.isIn' : 'apps.isOut')}</p>}
        </>
      )}
    </Field>
  );
}
