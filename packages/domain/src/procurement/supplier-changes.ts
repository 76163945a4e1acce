import type { CreateSupplierInput, UpdateSupplierInput } from '@procurement-intents/contract/procurement';
import { conflict } from '../bearer/refusals.ts';
import { ValidationError } from '../errors.ts';
import type { StoredSupplier } from './present-procurement.ts';
import { shopKeyOf } from './shop-key.ts';

/** What a change of a supplier writes. */
export type SupplierChanges = Partial<
  Pick<StoredSupplier, 'name' | 'shopUrl' | 'shopKey' | 'contactName' | 'contactPhone' | 'status'>
>;

function keyOf(shopUrl: string): string {
  const key = shopKeyOf(shopUrl);
  if (key === null) throw new ValidationError([{ field: 'shopUrl', issue: { rule: 'shopUrl' } }]);
  return key;
}

/** The supplier that a create makes. @throws ValidationError for an address that can be no shop's. */
export const createdSupplier = (body: CreateSupplierInput, id: string, now: Date): StoredSupplier => ({
  id,
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
});

/** What an update changes: the fields sent. @throws ValidationError for an address that can be no shop's. */
export const supplierChanges = ({
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

/** The error of a supplier whose shop overlaps with that of another one: see `doShopsOverlap`. */
export const shopOverlap = () => conflict('the shop of another supplier overlaps');

/** The error of deleting a supplier that something refers to. */
export const supplierInUse = () => conflict('contracts or purchase requests refer to the supplier');
