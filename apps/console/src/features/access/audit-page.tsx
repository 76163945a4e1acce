import type { AuditEventView } from '@procurement-intents/contract/company';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFilters } from '../../platform/filters.ts';
import { Field } from '../../ui/field.tsx';
import { Head, ListTable, useList } from '../../ui/list.tsx';
import { Time } from '../../ui/time.tsx';
import { differencesOf } from './differences.ts';

/** Every change: who, what, when, from where, before and after. */
export function AuditPage() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const query = { 'filter[action][like]': filters['action'], 'filter[subjectId]': filters['subject'] };
  const list = useList<AuditEventView>('listAuditEvents', { query });
  return (
    <>
      <h1>{t('pages.audit')}</h1>
      <form className="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        {(['action', 'subject'] as const).map((name) => (
          <Field key={name} label={t(`columns.${name}`)}>
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
      </form>
      <ListTable
        label={t('pages.audit')}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          { name: 'createdAt', show: ({ createdAt }) => <Time at={createdAt} /> },
          { name: 'action', show: ({ action }) => <code className="action-name">{action}</code> },
          { name: 'actor', show: ({ actorKind, actorId }) => <code>{actorId ?? actorKind}</code> },
          { name: 'ip', show: ({ ip }) => <code className="address">{ip}</code> },
          { name: 'subject', show: ({ subjectId }) => <code>{subjectId}</code> },
          { name: 'change', show: (event) => <Changed event={event} /> },
        ]}
      />
    </>
  );
}

function Changed({ event: { id, before, after } }: { event: AuditEventView }) {
  const { t } = useTranslation();
  const differences = differencesOf(before, after);
  if (differences.length === 0) return null;
  return (
    <details>
      <summary>{differences.map(({ field }) => field).join(', ')}</summary>
      <table className="differences" aria-label={`${t('access.difference')} ${id}`}>
        <Head names={['field', 'before', 'after']} />
        <tbody>
          {differences.map((each) => (
            <tr key={each.field}>
              <th scope="row" data-label={t('columns.field')}>
                {each.field}
              </th>
              <td data-label={t('columns.before')}>{each.before ?? '–'}</td>
              <td data-label={t('columns.after')}>{each.after ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
