import {
  CONTRACT_LIFECYCLE,
  type ContractAction,
  type CreateContractInput,
  type UpdateContractInput,
} from '@procurement-intents/contract/procurement';
import { conflict } from '../bearer/refusals.ts';
import { ValidationError } from '../errors.ts';
import { checkVersion } from '../check-version.ts';
import { exactFen } from '../money.ts';
import { type ContractLine, repeatedLines } from './contract-ceilings.ts';
import { contractRefusal } from './contract-status.ts';
import type { StoredContract } from './present-procurement.ts';

/** What a change of a contract writes. */
export type ContractChanges = Partial<
  Pick<StoredContract, 'title' | 'validFrom' | 'validTo' | 'status' | 'maxAmountFen' | 'lines'>
>;

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

/** The draft that a create makes. @throws ValidationError for a product that is named twice. */
export const createdContract = (body: CreateContractInput, id: string, now: Date): StoredContract => ({
  id,
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
});

/** The error of a contract with a supplier that does not exist. */
export const unknownSupplier = () =>
  new ValidationError([{ field: 'supplierId', issue: { rule: 'unknownId' } }]);

/** The error of deleting a contract that a request names. */
export const contractInUse = () => conflict('purchase requests name the contract');

/** A change of a contract, and what decides whether it can be made. */
export interface ContractChange {
  action: ContractAction;
  ifMatch: string | null | undefined;
  at: Date;
}

/** Refuses a change that the contract does not allow at this time. @throws BearerError `conflict`; ApiError `VERSION_CONFLICT`. */
export function checkContractChange(contract: StoredContract, { action, ifMatch, at }: ContractChange): void {
  checkVersion(contract, ifMatch);
  const refusal = contractRefusal(action, contract, at);
  if (refusal !== null) throw conflict(refusal);
}

/**
 * What an update changes of a contract: the fields sent, or null for nothing.
 *
 * @throws ValidationError for a product that is named twice; by the function that it returns, when the first day becomes
 *   later than the last.
 */
export function contractUpdate({ title, validFrom, validTo, maxAmount, lines }: UpdateContractInput) {
  const changes: ContractChanges = {
    ...(title !== undefined && { title }),
    ...(validFrom !== undefined && { validFrom }),
    ...(validTo !== undefined && { validTo }),
    ...(maxAmount !== undefined && { maxAmountFen: maxAmount === null ? null : exactFen(maxAmount) }),
    ...(lines !== undefined && { lines: linesOf(lines) }),
  };
  return (contract: StoredContract): ContractChanges | null => {
    const { validFrom: from, validTo: to } = { ...contract, ...changes };
    if (from > to) throw new ValidationError([{ field: 'validFrom', issue: { rule: 'range' } }]);
    return Object.keys(changes).length === 0 ? null : changes;
  };
}

/** What an activation or a termination changes. */
export const contractMove = (action: 'activate' | 'terminate'): ContractChanges => ({
  status: CONTRACT_LIFECYCLE[action].to,
});
