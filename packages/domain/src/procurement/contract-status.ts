import {
  CONTRACT_LIFECYCLE,
  type ContractAction,
  type ContractRule,
  type ContractStatus,
  type StoredContractStatus,
} from '@procurement-intents/contract/procurement';

/** What the status of a contract follows from. Days of UTC as `2026-11-21`, both included. */
export interface ContractTerm {
  status: StoredContractStatus;
  validFrom: string;
  validTo: string;
}

/** The day of UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * The status of a contract as callers see it: an active one expires after its last day. `contract-source.ts` of the server
 * has it in SQL: `rules-in-sql.test.ts` holds both to one answer.
 */
export function contractStatusAt({ status, validTo }: ContractTerm, now: Date): ContractStatus {
  return status === 'ACTIVE' && validTo < dayOf(now) ? 'EXPIRED' : status;
}

/** Whether the contract holds now. */
export function isContractValid(term: ContractTerm, now: Date): boolean {
  return contractStatusAt(term, now) === 'ACTIVE' && term.validFrom <= dayOf(now);
}

/** Why the contract cannot be changed so now; null when it can. */
export function contractRefusal(action: ContractAction, term: ContractTerm, now: Date): string | null {
  const rule: ContractRule = CONTRACT_LIFECYCLE[action];
  if (rule.from.includes(contractStatusAt(term, now))) return null;
  return `${action} is possible in ${rule.from.join(', ')} only`;
}
