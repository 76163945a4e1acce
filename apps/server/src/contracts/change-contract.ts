import {
  CONTRACT_LIFECYCLE,
  type ContractAction,
  type CreateContractInput,
  type StoredContractStatus,
  type UpdateContractInput,
} from '@procurement-intents/contract/procurement';
import { checkVersion, exactFen, ValidationError } from '@procurement-intents/domain';
import { checkId, conflict, found } from '@procurement-intents/domain/bearer';
import {
  type ContractLine,
  contractRefusal,
  repeatedLines,
  type StoredContract,
} from '@procurement-intents/domain/procurement';
import type { CreateKey } from '../audit/create-once.ts';
import type { Actor, ChangeTarget } from '../audit/record-change.ts';
import type { Clock } from '../clock.ts';
import { newUuid } from '../new-uuid.ts';
import type { ContractChanges, ContractStore } from './store/contract-store.ts';

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

function linesOf(given: CreateContractInput['lines']): ContractLine[] {
  const repeated = repeatedLines(given);
  if (repeated.length > 0) {
    throw new ValidationError(
      repeated.map((index) => ({ field: `lines.${index}.productUrl`, issue: { rule: 'repeated' } })),
    );
  }
  return given.map(({ productUrl, maxUnitPrice, maxQuantity }) => ({
    productUrl,
    maxUnitPriceFen: exactFen(maxUnitPrice),
    maxQuantity: maxQuantity ?? null,
  }));
}

/** Makes the draft of a contract, once for each key. */
export async function createContract(
  context: ContractsContext,
  body: CreateContractInput,
  { key, actor }: { key: CreateKey | null; actor: Actor },
): Promise<{ contract: StoredContract; isReplay: boolean }> {
  const now = context.clock.now();
  const contract: StoredContract = {
    id: `con_${newUuid()}`,
    supplierId: body.supplierId,
    title: body.title,
    validFrom: body.validFrom,
    validTo: body.validTo,
    status: 'DRAFT',
    maxAmountFen: body.maxAmount === undefined ? null : exactFen(body.maxAmount),
    lines: linesOf(body.lines),
    reservedFen: 0n,
    spentFen: 0n,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  const written = await context.contracts.insert(contract, key, actor);
  if (written === 'unknown')
    throw new ValidationError([{ field: 'supplierId', issue: { rule: 'unknownId' } }]);
  const { isReplay } = written;
  return { contract: isReplay ? await loadContract(context, written.resourceId) : contract, isReplay };
}

/** Changes only the fields sent, of a draft. */
export function updateContract(
  context: ContractsContext,
  target: ChangeTarget,
  body: UpdateContractInput,
): Promise<StoredContract> {
  const { title, validFrom, validTo, maxAmount, lines } = body;
  const changes: ContractChanges = {
    ...(title !== undefined && { title }),
    ...(validFrom !== undefined && { validFrom }),
    ...(validTo !== undefined && { validTo }),
    ...(maxAmount !== undefined && { maxAmountFen: maxAmount === null ? null : exactFen(maxAmount) }),
    ...(lines !== undefined && { lines: linesOf(lines) }),
  };
  return change(context, target, 'update', (contract) => {
    const { validFrom: from, validTo: to } = { ...contract, ...changes };
    if (from > to) throw new ValidationError([{ field: 'validFrom', issue: { rule: 'range' } }]);
    return Object.keys(changes).length === 0 ? null : changes;
  });
}

/** Activates a draft, or terminates an active contract. */
export function moveContract(
  context: ContractsContext,
  target: ChangeTarget,
  action: 'activate' | 'terminate',
): Promise<StoredContract> {
  const status: StoredContractStatus = CONTRACT_LIFECYCLE[action].to;
  return change(context, target, action, () => ({ status }));
}

const PAST: Record<ContractAction, string> = {
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
    checkChange(contract, { action, ifMatch, at });
    return changesOf(contract);
  });
  return found(updated);
}

function checkChange(
  contract: StoredContract,
  { action, ifMatch, at }: { action: ContractAction; ifMatch: string | undefined; at: Date },
): void {
  checkVersion(contract, ifMatch);
  const refusal = contractRefusal(action, contract, at);
  if (refusal !== null) throw conflict(refusal);
}

/** Removes a draft. @throws BearerError `conflict` for another status, or while a request names it. */
export async function deleteContract(
  context: ContractsContext,
  { id, ifMatch, actor }: ChangeTarget,
): Promise<void> {
  await loadContract(context, id);
  const at = context.clock.now();
  const outcome = await context.contracts.remove(id, { actor, at }, (contract) =>
    checkChange(contract, { action: 'delete', ifMatch, at }),
  );
  if (outcome === 'used') throw conflict('purchase requests name the contract');
  found(outcome);
}
