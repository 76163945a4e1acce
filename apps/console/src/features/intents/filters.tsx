import { INTENT_STATUSES } from '@procurement-intents/contract/lifecycle';
import { PLATFORMS } from '@procurement-intents/contract/platforms';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../platform/filters.ts';
import type { Query } from '../../platform/http.ts';
import { Choice, Field } from '../../ui/field.tsx';

/** The parameters of the list that stand in the address. */
export const queryOf = (filters: Filters): Query => ({
  'filter[status]': filters['status'],
  'filter[platform]': filters['platform'],
  'filter[appId]': filters['appId'],
  'filter[userId]': filters['userId'],
  'filter[title][like]': filters['title'],
  archived: filters['archived'],
});

interface Props {
  filters: Filters;
  change: (changes: Filters) => void;
}

export function IntentFilters({ filters, change }: Props) {
  const { t } = useTranslation();
  const all: [string, string] = ['', t('intents.all')];
  return (
    <form className="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <Choice
        label={t('columns.status')}
        value={filters['status'] ?? ''}
        options={[all, ...INTENT_STATUSES.map((each) => [each, t(`status.${each}`)] as const)]}
        onChange={(status) => change({ status })}
      />
      <Choice
        label={t('columns.platform')}
        value={filters['platform'] ?? ''}
        options={[all, ...PLATFORMS.map((each) => [each, t(`platform.${each}`)] as const)]}
        onChange={(platform) => change({ platform })}
      />
      {(['title', 'appId', 'userId'] as const).map((name) => (
        <Field key={name} label={t(`intents.${name}`)}>
          {(id) => (
            <Input
              id={id}
              allowClear
              value={filters[name] ?? ''}
              onChange={({ target }) => change({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <Choice
        label={t('intents.archive')}
        value={filters['archived'] ?? ''}
        options={[
          ['', t('intents.current')],
          ['true', t('intents.archived')],
          ['any', t('intents.all')],
        ]}
        onChange={(archived) => change({ archived })}
      />
    </form>
  );
}
