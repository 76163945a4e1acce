import { useTranslation } from 'react-i18next';
import { type AnswerOf, call } from '../../platform/http.ts';
import { may, useSession } from '../../platform/session.ts';
import { Action } from '../../ui/action.tsx';
import { ListTable, useList } from '../../ui/list.tsx';
import { Status, Yuan } from '../../ui/time.tsx';
import { ContractForm } from './contract-form.tsx';

type Contract = AnswerOf<'getContract'>;

/** Price agreements, and what is used of them. */
export function ContractsPage() {
  const { t } = useTranslation();
  const session = useSession();
  const list = useList<Contract>('listContracts');
  return (
    <>
      <h1>{t('pages.contracts')}</h1>
      {session && may(session, 'write:contracts') && <ContractForm />}
      <ListTable
        label={t('pages.contracts')}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          { name: 'title', show: ({ title }) => title },
          { name: 'status', show: ({ status }) => <Status of={status} family="contract" /> },
          { name: 'span', show: ({ validFrom, validTo }) => `${validFrom} – ${validTo}` },
          { name: 'reserved', show: ({ reserved }) => <Yuan amount={reserved} /> },
          { name: 'spent', show: ({ spent }) => <Yuan amount={spent} /> },
          { name: 'maxAmount', show: ({ maxAmount }) => <Yuan amount={maxAmount} /> },
          { name: 'actions', show: (contract) => <Move contract={contract} /> },
        ]}
      />
    </>
  );
}

function Move({ contract: { id, status, version } }: { contract: Contract }) {
  const { t } = useTranslation();
  const session = useSession();
  if (!session || !may(session, 'write:contracts')) return null;
  if (status !== 'DRAFT' && status !== 'ACTIVE') return null;
  const isDraft = status === 'DRAFT';
  return (
    <Action
      label={t(isDraft ? 'action.activate' : 'action.terminate')}
      question={t(isDraft ? 'ask.activate' : 'ask.terminate')}
      isDanger={!isDraft}
      run={() => call(isDraft ? 'activateContract' : 'terminateContract', { params: { id }, version })}
    />
  );
}
