import type { CreateSupplierInput, UpdateSupplierInput } from '@procurement-intents/contract/procurement';
import { checkVersion } from '@procurement-intents/domain';
import { checkId, found } from '@procurement-intents/domain/bearer';
import {
  createdSupplier,
  doShopsOverlap,
  presentSupplier,
  shopOverlap,
  type StoredSupplier,
  SUPPLIER_ROWS,
  supplierChanges,
  supplierInUse,
} from '@procurement-intents/domain/procurement';
import type { CompanyCall, CompanyContext, CompanyOperation } from './company-operation.ts';
import { answerCreated, answerList, answerResource, createOnce, writeChange } from './resources.ts';

function load({ records }: CompanyContext, id: string): StoredSupplier {
  checkId('supplier', id);
  return found(records.suppliers.get(id));
}

function loadTarget(service: CompanyContext, { id, headers }: CompanyCall): StoredSupplier {
  const supplier = load(service, id);
  checkVersion(supplier, headers.get('if-match'));
  return supplier;
}

/** Refuses a shop that overlaps with that of another supplier. */
function checkShop(
  { records }: CompanyContext,
  { id, shopKey }: Pick<StoredSupplier, 'id' | 'shopKey'>,
): void {
  for (const other of records.suppliers.values())
    if (other.id !== id && doShopsOverlap(other.shopKey, shopKey)) throw shopOverlap();
}

const createSupplier: CompanyOperation = (service, call) => {
  const { records, newId, clock } = service;
  const now = clock.now();
  const created = createOnce(service, call, {
    make: () => createdSupplier(call.body as CreateSupplierInput, newId('supplier', now), now),
    add(supplier) {
      checkShop(service, supplier);
      records.suppliers.set(supplier.id, supplier);
    },
    load: (id) => load(service, id),
  });
  return answerCreated(created, presentSupplier);
};

const updateSupplier: CompanyOperation = (service, call) => {
  const changes = supplierChanges(call.body as UpdateSupplierInput);
  const supplier = loadTarget(service, call);
  checkShop(service, { ...supplier, ...changes });
  if (Object.keys(changes).length > 0) writeChange(supplier, changes, service.clock.now());
  return answerResource(supplier, presentSupplier);
};

const deleteSupplier: CompanyOperation = (service, call) => {
  const { id } = loadTarget(service, call);
  const { records } = service;
  if (records.isSupplierUsed(id)) throw supplierInUse();
  records.suppliers.delete(id);
  records.freeKey(id);
  return { status: 204 };
};

export const SUPPLIER_OPERATIONS = {
  createSupplier,
  listSuppliers: ({ records }, call) =>
    answerList(call, SUPPLIER_ROWS, [...records.suppliers.values()], presentSupplier),
  getSupplier: (service, { id }) => answerResource(load(service, id), presentSupplier),
  updateSupplier,
  deleteSupplier,
} satisfies Record<string, CompanyOperation>;
