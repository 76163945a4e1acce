import { type ContractAction, CONTRACT_LIFECYCLE } from '@procurement-intents/contract/procurement/states';
import { useTranslation } from 'react-i18next';
import { type AnswerOf, call, type Operation } from '../../platform/http.ts';
import { may, useSession } from '../../platform/session.ts';
import { Action } from '../../ui/action.tsx';
import { ListTable, useList } from '../../ui/list.tsx';
import { Status, Yuan } from '../../ui/time.tsx';
import { ContractEdit, ContractForm } from './contract-form.tsx';

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
          { name: 'actions', show: (contract) => <Moves contract={contract} /> },
        ]}
      />
    </>
  );
}

const MOVES = [
  ['activate', 'activateContract', false],
  ['terminate', 'terminateContract', true],
  ['delete', 'deleteContract', true],
] as const satisfies [ContractAction, Operation, boolean][];

const isPossible = (action: ContractAction, status: Contract['status']): boolean =>
  (CONTRACT_LIFECYCLE[action].from as readonly string[]).includes(status);

function Moves({ contract: { id, status, version } }: { contract: Contract }) {
  const { t } = useTranslation();
  const session = useSession();
  if (!session || !may(session, 'write:contracts')) return null;
  return (
    <div className="actions">
      {isPossible('update', status) && <ContractEdit id={id} />}
      {MOVES.filter(([action]) => isPossible(action, status)).map(([action, operation, isDanger]) => (
        <Action
          key={action}
          label={t(`action.${action}`)}
          question={t(action === 'delete' ? 'ask.deleteContract' : `ask.${action}`)}
          isDanger={isDanger}
          run={() => call(operation, { params: { id }, version })}
        />
      ))}
    </div>
  );
}
