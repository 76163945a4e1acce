import { COUNTING_STATUSES, RESERVING_STATUSES } from '@procurement-intents/contract/procurement';
import { contractLineOf } from './contract-ceilings.ts';
import type { StoredContract, StoredRequest } from './present-procurement.ts';
import type { RequestContent, RequestReferences } from './request-content.ts';
import { productKeyOf } from './shop-key.ts';

/** What the sums of a contract follow from, of each request that names it. */
type TakingRequest = Pick<StoredRequest, 'status' | 'totalFen' | 'spentFen' | 'quantity' | 'contractLine'>;

/**
 * What the requests of a contract have taken of it. `contract-source.ts` of the server has it in SQL:
 * `request-references.test.ts` holds both to one answer.
 */
export function takenOf(
  requests: readonly TakingRequest[],
): Pick<StoredContract, 'reservedFen' | 'spentFen'> {
  const reserving = requests.filter(({ status }) => RESERVING_STATUSES.includes(status));
  return {
    reservedFen: reserving.reduce((sum, { totalFen }) => sum + totalFen, 0n),
    spentFen: requests.reduce((sum, { spentFen }) => sum + (spentFen ?? 0n), 0n),
  };
}

/**
 * The pieces that the requests of a contract have taken of its line. `request-references.ts` of the server has it in SQL:
 * `request-references.test.ts` holds both to one answer.
 */
export const takenPieces = (requests: readonly TakingRequest[], contractLine: string | null): number =>
  requests
    .filter((each) => each.contractLine === contractLine && COUNTING_STATUSES.includes(each.status))
    .reduce((sum, { quantity }) => sum + quantity, 0);

/** The form in which a request stores its contract's line; null when no line covers the product. */
export function contractLineKey(
  contract: Pick<StoredContract, 'lines'> | null,
  { productUrl }: Pick<RequestContent, 'productUrl'>,
): string | null {
  const line = contract && contractLineOf(contract.lines, productUrl);
  return line ? productKeyOf(line.productUrl) : null;
}

/** The references of a request, with the form in which its contract's line is stored. */
export type FoundReferences = RequestReferences & { contractLine: string | null };

/** What a request refers to, of what a host has read of it. */
export const foundReferences = ({
  supplier,
  contract,
  contractLine,
  usedPieces,
}: Pick<RequestReferences, 'supplier'> & {
  contract: StoredContract | null;
  contractLine: string | null;
  usedPieces: number;
}): FoundReferences => ({
  supplier,
  contract,
  usage: { usedFen: contract ? contract.reservedFen + contract.spentFen : 0n, usedPieces },
  contractLine,
});
