import {
  contractLineKey,
  type FoundReferences,
  foundReferences,
  indexShops,
  type RequestContent,
  shopOf,
  type StoredContract,
  type StoredRequest,
  type StoredSupplier,
  takenOf,
  takenPieces,
} from '@procurement-intents/domain/procurement';

export type Records = ReturnType<typeof createRecords>;

/** What the company has recorded. */
export function createRecords() {
  const suppliers = new Map<string, StoredSupplier>();
  const contracts = new Map<string, StoredContract>();
  const requests = new Map<string, StoredRequest>();
  /** What was made under which `Idempotency-Key`. */
  const creates = new Map<string, { requestHash: string; resourceId: string }>();

  const requestsOf = (contractId: string): StoredRequest[] =>
    [...requests.values()].filter((each) => each.contractId === contractId);
  const supplierOf = (productUrl: string, isCounted: (supplier: StoredSupplier) => boolean = () => true) => {
    const shops = [...suppliers.values()].filter(isCounted);
    return shopOf(productUrl, indexShops(shops.map((supplier) => [supplier.shopKey, supplier] as const)));
  };
  /** The contract, with what its requests have taken. */
  const findContract = (id: string): StoredContract | null => {
    const contract = contracts.get(id);
    return contract ? { ...contract, ...takenOf(requestsOf(id)) } : null;
  };
  return {
    suppliers,
    contracts,
    requests,
    creates,
    findContract,
    /** What a request refers to, with the form in which its contract's line is stored. */
    findReferences(content: Pick<RequestContent, 'productUrl' | 'contractId'>): FoundReferences {
      const { productUrl, contractId } = content;
      const contract = contractId === null ? null : findContract(contractId);
      const contractLine = contractLineKey(contract, content);
      const usedPieces = contract ? takenPieces(requestsOf(contract.id), contractLine) : 0;
      return foundReferences({ supplier: supplierOf(productUrl), contract, contractLine, usedPieces });
    },
    /** Frees the key of a resource that is deleted. */
    freeKey(resourceId: string): void {
      for (const [key, create] of creates) if (create.resourceId === resourceId) creates.delete(key);
    },
    /** Whether something refers to the supplier. */
    isSupplierUsed: (id: string): boolean =>
      [...contracts.values(), ...requests.values()].some(({ supplierId }) => supplierId === id),
    /** Whether a request names the contract. */
    isContractUsed: (id: string): boolean =>
      [...requests.values()].some(({ contractId }) => contractId === id),
    /** Whether the product belongs to a blocked supplier. */
    isSupplierBlocked: (productUrl: string): boolean =>
      supplierOf(productUrl, ({ status }) => status === 'BLOCKED') !== null,
    reset() {
      for (const each of [suppliers, contracts, requests, creates]) each.clear();
    },
  };
}
