import { isInIpRange, parseIpAddress } from '@procurement-intents/domain/ip-range';
import type { AppView } from '@procurement-intents/contract/company';
import { LIMITS } from '@procurement-intents/contract/limits';
import { DEFAULT_PERMISSIONS, PERMISSIONS } from '@procurement-intents/contract/permissions';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/http.ts';
import { typedNumber } from '../../platform/typed-number.ts';
import { FormAction } from '../../ui/action.tsx';
import { Checks, Field } from '../../ui/field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { AppSecret } from '../../client-apps/app-secret.tsx';

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

interface AppBody {
  name: string;
  permissions: (typeof PERMISSIONS)[number][];
  ipAllowList: string[];
  archiveAfterDays: number | null;
}

interface Draft {
  name: string;
  permissions: string[];
  /** As they were typed. */
  addresses: string;
  archiveAfterDays: string;
}

const draftOf = (app?: AppView): Draft => ({
  name: app?.name ?? '',
  permissions: [...(app?.permissions ?? DEFAULT_PERMISSIONS)],
  addresses: app?.ipAllowList.join('\n') ?? '',
  archiveAfterDays: String(app?.archiveAfterDays ?? ''),
});

const bodyOf = ({ name, permissions, addresses, archiveAfterDays }: Draft): AppBody => ({
  name,
  permissions: PERMISSIONS.filter((each) => permissions.includes(each)),
  ipAllowList: listOf(addresses),
  archiveAfterDays: typedNumber(archiveAfterDays) ?? null,
});

/** Adds an App, or changes one. */
export function AppForm({ app }: { app?: AppView }) {
  const { t } = useTranslation();
  const { draft, shown, begin, change } = useDraft(app, draftOf);
  const onOpen = (): void => begin(app);
  const fields = <AppFields draft={draft} onChange={change} />;
  const body = bodyOf(draft);
  if (shown)
    return (
      <FormAction
        label={t('action.edit')}
        onOpen={onOpen}
        submit={() => call('updateApp', { params: { id: shown.id }, body, version: shown.version })}
      >
        {fields}
      </FormAction>
    );
  return (
    <FormAction
      label={t('apps.create')}
      onOpen={onOpen}
      submit={(createKey) => call('createApp', { body, createKey })}
      done={({ id, secret }) => <AppSecret id={id} secret={secret} />}
    >
      {fields}
    </FormAction>
  );
}

interface FieldsProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
}

function AppFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const { name, permissions, addresses, archiveAfterDays } = draft;
  return (
    <>
      <Field label={t('columns.name')}>
        {(id) => <Input id={id} value={name} onChange={({ target }) => onChange({ name: target.value })} />}
      </Field>
      <Checks
        legend={t('columns.permissions')}
        options={PERMISSIONS.map((each) => [each, t(`permission.${each.replace(':', '_')}`)] as const)}
        chosen={permissions}
        onChange={(chosen) => onChange({ permissions: chosen })}
      />
      <Field label={t('columns.addresses')} hint={t('apps.addressesHint')}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={3}
            value={addresses}
            onChange={({ target }) => onChange({ addresses: target.value })}
          />
        )}
      </Field>
      <AddressTest ranges={listOf(addresses)} />
      <Field label={t('apps.archiveAfterDays')} hint={t('apps.archiveHint')}>
        {(id) => (
          <Input
            id={id}
            type="number"
            min={1}
            max={LIMITS.archiveAfterDays}
            value={archiveAfterDays}
            onChange={({ target }) => onChange({ archiveAfterDays: target.value })}
          />
        )}
      </Field>
    </>
  );
}

/** Says whether an address could call. */
function AddressTest({ ranges }: { ranges: readonly string[] }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  const parsed = parseIpAddress(address);
  const isIn = ranges.length === 0 || (parsed !== null && ranges.some((range) => isInIpRange(range, parsed)));
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
