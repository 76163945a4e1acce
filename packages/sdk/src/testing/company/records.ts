import type { StoredSupplier } from '@procurement-intents/domain/procurement';
import { shopOf } from '@procurement-intents/domain/procurement';

export type Records = ReturnType<typeof createRecords>;

/** What the company has recorded. */
export function createRecords() {
  const suppliers = new Map<string, StoredSupplier>();
  /** What was made under which `Idempotency-Key`. */
  const creates = new Map<string, { requestHash: string; resourceId: string }>();
  return {
    suppliers,
    creates,
    /** Frees the key of a resource that is deleted. */
    freeKey(resourceId: string): void {
      for (const [key, create] of creates) if (create.resourceId === resourceId) creates.delete(key);
    },
    /** Whether something refers to the supplier. */
    isSupplierUsed: (_id: string): boolean => false,
    /** Whether the product belongs to a blocked supplier. */
    isSupplierBlocked: (productUrl: string): boolean => {
      const blocked = [...suppliers.values()].filter(({ status }) => status === 'BLOCKED');
      return shopOf(productUrl, new Map(blocked.map(({ shopKey }) => [shopKey, true]))) !== null;
    },
    reset() {
      for (const each of [suppliers, creates]) each.clear();
    },
  };
}
