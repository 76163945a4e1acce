import { useTranslation } from 'react-i18next';
import { type AnswerOf, call } from '../../platform/http.ts';
import { may, useSession } from '../../platform/session.ts';
import { Action } from '../../ui/action.tsx';
import { ListTable, useList } from '../../ui/list.tsx';
import { Status } from '../../ui/time.tsx';
import { SupplierForm } from './supplier-form.tsx';

type Supplier = AnswerOf<'getSupplier'>;

/** The shops that the company buys from. */
export function SuppliersPage() {
  const { t } = useTranslation();
  const session = useSession();
  const canWrite = session && may(session, 'write:suppliers');
  const list = useList<Supplier>('listSuppliers');
  return (
    <>
      <h1>{t('pages.suppliers')}</h1>
      {canWrite && <SupplierForm />}
      <ListTable
        label={t('pages.suppliers')}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          { name: 'name', show: ({ name }) => name },
          { name: 'status', show: ({ status }) => <Status of={status} family="supplier" /> },
          { name: 'platform', show: ({ platform }) => <Status of={platform} family="platform" /> },
          { name: 'url', show: ({ shopUrl }) => <code>{shopUrl}</code> },
          { name: 'contact', show: ({ contactName, contactPhone }) => [contactName, contactPhone].join(' ') },
          {
            name: 'actions',
            show: (supplier) =>
              canWrite && (
                <div className="actions">
                  <SupplierForm supplier={supplier} />
                  <Block supplier={supplier} />
                  <Delete supplier={supplier} />
                </div>
              ),
          },
        ]}
      />
    </>
  );
}

function Block({ supplier: { id, status, version } }: { supplier: Supplier }) {
  const { t } = useTranslation();
  const isBlocked = status === 'BLOCKED';
  return (
    <Action
      label={t(isBlocked ? 'action.open' : 'action.block')}
      question={t(isBlocked ? 'ask.open' : 'ask.block')}
      isDanger={!isBlocked}
      run={() =>
        call('updateSupplier', {
          params: { id },
          body: { status: isBlocked ? 'ACTIVE' : 'BLOCKED' },
          version,
        })
      }
    />
  );
}

function Delete({ supplier: { id, version } }: { supplier: Supplier }) {
  const { t } = useTranslation();
  return (
    <Action
      label={t('action.delete')}
      question={t('ask.deleteSupplier')}
      isDanger
      run={() => call('deleteSupplier', { params: { id }, version })}
    />
  );
}
