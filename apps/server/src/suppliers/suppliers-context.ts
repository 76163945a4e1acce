import type { Clock } from '../clock.ts';
import type { BlockedShops } from './blocked-shops.ts';
import type { SupplierStore } from './store/supplier-store.ts';

/** The dependencies of the verbs on suppliers. */
export interface SuppliersContext {
  suppliers: SupplierStore;
  blockedShops: Pick<BlockedShops, 'refresh'>;
  clock: Clock;
}
