import type { AppView } from '@procurement-intents/contract/company';
import { useTranslation } from 'react-i18next';
import { useFilters } from '../platform/filters.ts';
import { Choice } from '../ui/field.tsx';
import { useList } from '../ui/list.tsx';

/** The App that a page is about, by the address bar; the first one until a person chooses, undefined while there is none. */
export function useChosenApp() {
  const [filters] = useFilters();
  const apps = useList<AppView>('listApps');
  return { apps, appId: filters['app'] ?? apps.items[0]?.id };
}

interface Props {
  chosen: ReturnType<typeof useChosenApp>;
  onChange: (app: string) => void;
}

export function AppChoice({ chosen: { apps, appId }, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Choice
      label={t('columns.app')}
      value={appId ?? ''}
      options={apps.items.map((app) => [app.id, app.name] as const)}
      onChange={onChange}
    />
  );
}
