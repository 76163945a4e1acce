import type { CreateSupplierInput, UpdateSupplierInput } from '@procurement-intents/contract/procurement';
import { checkVersion, ValidationError } from '@procurement-intents/domain';
import { checkId, conflict, found } from '@procurement-intents/domain/bearer';
import { shopKeyOf, type StoredSupplier } from '@procurement-intents/domain/procurement';
import type { CreateKey } from '../audit/create-once.ts';
import type { Actor, ChangeTarget } from '../audit/record-change.ts';
import { newUuid } from '../new-uuid.ts';
import type { SupplierChanges } from './store/supplier-store.ts';
import type { SuppliersContext } from './suppliers-context.ts';

const overlap = () => conflict('the shop of another supplier overlaps');

/** @throws BearerError `not_found`. */
export async function loadSupplier(
  { suppliers }: Pick<SuppliersContext, 'suppliers'>,
  id: string,
): Promise<StoredSupplier> {
  checkId('supplier', id);
  return found(await suppliers.find(id));
}

function keyOf(shopUrl: string): string {
  const key = shopKeyOf(shopUrl);
  if (key === null) throw new ValidationError([{ field: 'shopUrl', issue: { rule: 'shopUrl' } }]);
  return key;
}

/** Adds a supplier, once for each key. @throws BearerError `conflict` when its shop overlaps with another one. */
export async function createSupplier(
  context: SuppliersContext,
  body: CreateSupplierInput,
  { key, actor }: { key: CreateKey | null; actor: Actor },
): Promise<{ supplier: StoredSupplier; isReplay: boolean }> {
  const now = context.clock.now();
  const supplier: StoredSupplier = {
    id: `sup_${newUuid()}`,
    name: body.name,
    platform: body.platform,
    shopUrl: body.shopUrl,
    shopKey: keyOf(body.shopUrl),
    contactName: body.contactName ?? null,
    contactPhone: body.contactPhone ?? null,
    status: body.status ?? 'ACTIVE',
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  const written = await context.suppliers.insert(supplier, key, actor);
  if (written === 'overlap') throw overlap();
  await context.blockedShops.refresh();
  const { isReplay } = written;
  return { supplier: isReplay ? await loadSupplier(context, written.resourceId) : supplier, isReplay };
}

/** Changes only the fields sent. What is blocked or opened by it counts at once. */
export async function updateSupplier(
  context: SuppliersContext,
  { id, ifMatch, actor }: ChangeTarget,
  body: UpdateSupplierInput,
): Promise<StoredSupplier> {
  const changes = changesOf(body);
  const by = { actor, at: context.clock.now() };
  await loadSupplier(context, id);
  const updated = await context.suppliers.update(id, by, (supplier) => {
    checkVersion(supplier, ifMatch);
    return Object.keys(changes).length === 0 ? null : changes;
  });
  if (updated === 'overlap') throw overlap();
  await context.blockedShops.refresh();
  return found(updated);
}

const changesOf = ({
  name,
  shopUrl,
  contactName,
  contactPhone,
  status,
}: UpdateSupplierInput): SupplierChanges => ({
  ...(name !== undefined && { name }),
  ...(shopUrl !== undefined && { shopUrl, shopKey: keyOf(shopUrl) }),
  ...(contactName !== undefined && { contactName }),
  ...(contactPhone !== undefined && { contactPhone }),
  ...(status !== undefined && { status }),
});

/** Removes a supplier. @throws BearerError `conflict` while a contract or a request refers to it. */
export async function deleteSupplier(
  context: SuppliersContext,
  { id, ifMatch, actor }: ChangeTarget,
): Promise<void> {
  await loadSupplier(context, id);
  const by = { actor, at: context.clock.now() };
  const outcome = await context.suppliers.remove(id, by, (supplier) => checkVersion(supplier, ifMatch));
  if (outcome === 'used') throw conflict('contracts or purchase requests refer to the supplier');
  found(outcome);
  await context.blockedShops.refresh();
}
