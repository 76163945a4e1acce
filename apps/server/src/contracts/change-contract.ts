import type { AuditActionOn } from '@procurement-intents/contract/company';
import type {
  ContractAction,
  CreateContractInput,
  UpdateContractInput,
} from '@procurement-intents/contract/procurement';
import { checkId, found } from '@procurement-intents/domain/bearer';
import {
  checkContractChange,
  type ContractChanges,
  contractInUse,
  contractMove,
  contractUpdate,
  createdContract,
  type StoredContract,
  unknownSupplier,
} from '@procurement-intents/domain/procurement';
import { type Creator, foundMade } from '../changes/unit-of-work.ts';
import type { ChangeTarget } from '../changes/change-target.ts';
import type { Clock } from '../clock.ts';
import { newId } from '../new-id.ts';
import type { ContractStore } from './store/contract-store.ts';

/** The dependencies of the verbs on contracts. */
export interface ContractsContext {
  contracts: ContractStore;
  clock: Clock;
}

/** @throws BearerError `not_found`. */
export async function loadContract({ contracts }: ContractsContext, id: string): Promise<StoredContract> {
  checkId('contract', id);
  return found(await contracts.find(id));
}

/** Makes the draft of a contract, once for each key. */
export async function createContract(
  context: ContractsContext,
  body: CreateContractInput,
  by: Omit<Creator, 'at'>,
): Promise<{ contract: StoredContract; isReplay: boolean }> {
  const contract = createdContract(body, newId('contract'), context.clock.now());
  const written = await context.contracts.insert(contract, by);
  if (written === 'unknown') throw unknownSupplier();
  if (!written.isReplay) return { contract, isReplay: false };
  return { contract: foundMade(await context.contracts.find(written.resourceId)), isReplay: true };
}

/** Changes only the fields sent, of a draft. */
export function updateContract(
  context: ContractsContext,
  target: ChangeTarget,
  body: UpdateContractInput,
): Promise<StoredContract> {
  return change(context, target, 'update', contractUpdate(body));
}

/** Activates a draft, or terminates an active contract. */
export function moveContract(
  context: ContractsContext,
  target: ChangeTarget,
  action: 'activate' | 'terminate',
): Promise<StoredContract> {
  return change(context, target, action, () => contractMove(action));
}

const PAST: Record<ContractAction, AuditActionOn<'contract'>> = {
  update: 'contract.updated',
  delete: 'contract.deleted',
  activate: 'contract.activated',
  terminate: 'contract.terminated',
};

async function change(
  context: ContractsContext,
  { id, ifMatch, actor }: ChangeTarget,
  action: ContractAction,
  changesOf: (contract: StoredContract) => ContractChanges | null,
): Promise<StoredContract> {
  await loadContract(context, id);
  const at = context.clock.now();
  const updated = await context.contracts.update(id, { actor, at, action: PAST[action] }, (contract) => {
    checkContractChange(contract, { action, ifMatch, at });
    return changesOf(contract);
  });
  return found(updated);
}

/** Removes a draft. @throws BearerError `conflict` for another status, or while a request names it. */
export async function deleteContract(
  context: ContractsContext,
  { id, ifMatch, actor }: ChangeTarget,
): Promise<void> {
  await loadContract(context, id);
  const at = context.clock.now();
  const outcome = await context.contracts.remove(id, { actor, at }, (contract) =>
    checkContractChange(contract, { action: 'delete', ifMatch, at }),
  );
  if (outcome === 'used') throw contractInUse();
  found(outcome);
}
