import type { CreateSupplierInput, UpdateSupplierInput } from '@procurement-intents/contract/procurement';
import { checkVersion } from '@procurement-intents/domain';
import { checkId, found } from '@procurement-intents/domain/bearer';
import {
  createdSupplier,
  shopOverlap,
  type StoredSupplier,
  supplierChanges,
  supplierInUse,
} from '@procurement-intents/domain/procurement';
import { type Creator, foundMade } from '../changes/unit-of-work.ts';
import type { ChangeTarget } from '../changes/change-target.ts';
import { newId } from '../new-id.ts';
import type { SuppliersContext } from './suppliers-context.ts';

/** @throws BearerError `not_found`. */
export async function loadSupplier(
  { suppliers }: Pick<SuppliersContext, 'suppliers'>,
  id: string,
): Promise<StoredSupplier> {
  checkId('supplier', id);
  return found(await suppliers.find(id));
}

/** Adds a supplier, once for each key. @throws BearerError `conflict` when its shop overlaps with another one. */
export async function createSupplier(
  context: SuppliersContext,
  body: CreateSupplierInput,
  by: Omit<Creator, 'at'>,
): Promise<{ supplier: StoredSupplier; isReplay: boolean }> {
  const supplier = createdSupplier(body, newId('supplier'), context.clock.now());
  const written = await context.suppliers.insert(supplier, by);
  if (written === 'overlap') throw shopOverlap();
  await context.blockedShops.refresh();
  if (!written.isReplay) return { supplier, isReplay: false };
  return { supplier: foundMade(await context.suppliers.find(written.resourceId)), isReplay: true };
}

/** Changes only the fields sent. What is blocked or opened by it counts at once. */
export async function updateSupplier(
  context: SuppliersContext,
  { id, ifMatch, actor }: ChangeTarget,
  body: UpdateSupplierInput,
): Promise<StoredSupplier> {
  const changes = supplierChanges(body);
  const by = { actor, at: context.clock.now() };
  await loadSupplier(context, id);
  const updated = await context.suppliers.update(id, by, (supplier) => {
    checkVersion(supplier, ifMatch);
    return Object.keys(changes).length === 0 ? null : changes;
  });
  if (updated === 'overlap') throw shopOverlap();
  await context.blockedShops.refresh();
  return found(updated);
}

/** Removes a supplier. @throws BearerError `conflict` while a contract or a request refers to it. */
export async function deleteSupplier(
  context: SuppliersContext,
  { id, ifMatch, actor }: ChangeTarget,
): Promise<void> {
  await loadSupplier(context, id);
  const by = { actor, at: context.clock.now() };
  const outcome = await context.suppliers.remove(id, by, (supplier) => checkVersion(supplier, ifMatch));
  if (outcome === 'used') throw supplierInUse();
  found(outcome);
  await context.blockedShops.refresh();
}
