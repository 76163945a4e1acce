import { COUNTING_STATUSES } from '@procurement-intents/contract/procurement';
import {
  contractLineKey,
  type FoundReferences,
  foundReferences,
  type RequestContent,
  shopKeyOf,
  type StoredContract,
} from '@procurement-intents/domain/procurement';
import type { Transaction } from '../../postgres/transaction.ts';

/** How the contracts of requests are read. */
export interface ContractReader {
  /** Nobody removes the contract before the end of the transaction. */
  hold: (transaction: Transaction, id: string) => Promise<StoredContract | null>;
  /** Nobody else changes it or approves under it either. */
  lock: (transaction: Transaction, id: string) => Promise<StoredContract | null>;
}

/**
 * Reads what a request refers to. Supplier and contract stay as they are until the end of the transaction, and are always
 * locked in this order.
 */
export async function readReferences(
  transaction: Transaction,
  content: Pick<RequestContent, 'productUrl' | 'contractId'>,
  readContract: ContractReader['hold'],
): Promise<FoundReferences> {
  const supplier = await findSupplier(transaction, content.productUrl);
  const contract = content.contractId === null ? null : await readContract(transaction, content.contractId);
  const contractLine = contractLineKey(contract, content);
  const usedPieces = contract ? await piecesOf(transaction, contract.id, contractLine) : 0;
  return foundReferences({ supplier, contract, contractLine, usedPieces });
}

type FoundSupplier = FoundReferences['supplier'];

/** As `shopOf` (`shop-key.ts` of the domain): `request-references.test.ts` holds both to one answer. */
async function findSupplier(transaction: Transaction, productUrl: string): Promise<FoundSupplier> {
  const key = shopKeyOf(productUrl);
  if (key === null) return null;
  // As the constraint that keeps shops apart: a range has every address within its shop.
  const [supplier] = await transaction.$queryRaw<NonNullable<FoundSupplier>[]>`
    SELECT "id", "status"::text FROM "suppliers"
    WHERE "shop_range"("shopKey", "shopKey" || chr(127), '[)') @> ${key}::text FOR SHARE`;
  return supplier ?? null;
}

/**
 * The pieces that are reserved or bought of a contract's product. As `takenPieces` (`contract-usage.ts` of the domain):
 * `request-references.test.ts` holds both to one answer.
 */
async function piecesOf(transaction: Transaction, contractId: string, line: string | null): Promise<number> {
  const { _sum } = await transaction.purchaseRequest.aggregate({
    where: { contractId, contractLine: line, status: { in: [...COUNTING_STATUSES] } },
    _sum: { quantity: true },
  });
  return _sum.quantity ?? 0;
}
