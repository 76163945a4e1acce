import type {
  ContractAction,
  CreateContractInput,
  UpdateContractInput,
} from '@procurement-intents/contract/procurement';
import { checkId, found } from '@procurement-intents/domain/bearer';
import {
  checkContractChange,
  CONTRACT_ROWS,
  type ContractChanges,
  contractInUse,
  contractMove,
  contractStatusAt,
  contractUpdate,
  createdContract,
  presentContract,
  type StoredContract,
  unknownSupplier,
} from '@procurement-intents/domain/procurement';
import type { CompanyAnswer, CompanyCall, CompanyContext, CompanyOperation } from './company-operation.ts';
import { answerCreated, answerList, answerResource, createOnce, writeChange } from './resources.ts';

function load({ records }: CompanyContext, id: string): StoredContract {
  checkId('contract', id);
  return found(records.findContract(id));
}

const presentAt = (now: Date) => (contract: StoredContract) => presentContract(contract, now);

const createContract: CompanyOperation = (service, call) => {
  const { records, newId, clock } = service;
  const now = clock.now();
  const created = createOnce(service, call, {
    make: () => createdContract(call.body as CreateContractInput, newId('contract', now), now),
    add(contract) {
      if (!records.suppliers.has(contract.supplierId)) throw unknownSupplier();
      records.contracts.set(contract.id, contract);
    },
    load: (id) => load(service, id),
  });
  return answerCreated(created, presentAt(now));
};

/** Makes a change that the contract allows now. */
function change(
  service: CompanyContext,
  { id, headers }: CompanyCall,
  action: Exclude<ContractAction, 'delete'>,
  changesOf: (contract: StoredContract) => ContractChanges | null,
): CompanyAnswer {
  const contract = load(service, id);
  const at = service.clock.now();
  checkContractChange(contract, { action, ifMatch: headers.get('if-match'), at });
  const changes = changesOf(contract);
  const stored = found(service.records.contracts.get(id));
  if (changes) writeChange(stored, changes, at);
  return answerResource(load(service, id), presentAt(at));
}

const deleteContract: CompanyOperation = (service, { id, headers }) => {
  const contract = load(service, id);
  const at = service.clock.now();
  checkContractChange(contract, { action: 'delete', ifMatch: headers.get('if-match'), at });
  const { records } = service;
  if (records.isContractUsed(id)) throw contractInUse();
  records.contracts.delete(id);
  records.freeKey(id);
  return { status: 204 };
};

const startOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

const listContracts: CompanyOperation = ({ records, clock }, call) => {
  const now = clock.now();
  const rows = [...records.contracts.keys()].flatMap((id) => {
    const contract = records.findContract(id);
    if (!contract) return [];
    const { validFrom, validTo } = contract;
    const status = contractStatusAt(contract, now);
    return [{ ...contract, contract, status, validFrom: startOf(validFrom), validTo: startOf(validTo) }];
  });
  return answerList(call, CONTRACT_ROWS, rows, ({ contract }) => presentContract(contract, now));
};

export const CONTRACT_OPERATIONS = {
  createContract,
  listContracts,
  getContract: (service, { id }) => answerResource(load(service, id), presentAt(service.clock.now())),
  updateContract: (service, call) =>
    change(service, call, 'update', contractUpdate(call.body as UpdateContractInput)),
  deleteContract,
  activateContract: (service, call) => change(service, call, 'activate', () => contractMove('activate')),
  terminateContract: (service, call) => change(service, call, 'terminate', () => contractMove('terminate')),
} satisfies Record<string, CompanyOperation>;
