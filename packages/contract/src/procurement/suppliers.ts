import { z } from 'zod';
import { ResourceVersion } from '../bearer/answer-fields.ts';
import { listPage } from '../lists/list-page.ts';
import { listQuery } from '../bearer/list-query.ts';
import { fieldError, Platform, textField } from '../fields.ts';
import { PLATFORMS } from '../platforms.ts';
import { LIMITS } from '../limits.ts';
import type { ListDefinition } from '../lists/list-definition.ts';
import { QueryTime } from '../lists/query-values.ts';
import { CreatedAt, EXAMPLE_SHOP, ShopUrl, stored, SupplierId, UpdatedAt } from './fields.ts';
import { PROCUREMENT_TEXT_LENGTHS as LENGTHS } from './limits.ts';
import { SUPPLIER_STATUSES } from './states.ts';

const Name = textField(LENGTHS.supplierName, 'Name of the supplier.', '办公用品专营店');
const ContactName = textField(LENGTHS.contactName, 'Whom to talk to.', '李四');
const ContactPhone = textField(LENGTHS.contactPhone, 'How to reach the contact.', '021-60000000');
// A part of an address need not be one.
const ShopText = textField(
  { min: 1, max: LIMITS.productUrlChars },
  'What the addresses of its product pages begin with.',
  EXAMPLE_SHOP,
);
const Status = z.enum(SUPPLIER_STATUSES, fieldError).meta({
  description: 'Nothing is bought from a BLOCKED supplier, whoever asks.',
  example: 'ACTIVE',
});

export const CreateSupplierBody = z
  .strictObject(
    {
      name: Name,
      platform: Platform,
      shopUrl: ShopUrl,
      contactName: ContactName.optional(),
      contactPhone: ContactPhone.optional(),
      status: Status.optional().meta({
        description: 'Default `ACTIVE`.',
        default: 'ACTIVE',
        example: 'ACTIVE',
      }),
    },
    fieldError,
  )
  .meta({ title: 'CreateSupplierBody', description: 'A shop that the company buys from.' });

export const UpdateSupplierBody = z
  .strictObject(
    {
      name: Name.optional(),
      shopUrl: ShopUrl.optional(),
      contactName: ContactName.nullable()
        .optional()
        .meta({
          description: `Whom to talk to, at most ${LENGTHS.contactName.max} characters; null for nobody.`,
          example: '李四',
        }),
      contactPhone: ContactPhone.nullable()
        .optional()
        .meta({
          description: `How to reach the contact, ${LENGTHS.contactPhone.min} to ${LENGTHS.contactPhone.max} characters; null for no number.`,
          example: '021-60000000',
        }),
      status: Status.optional(),
    },
    fieldError,
  )
  .meta({
    title: 'UpdateSupplierBody',
    description: 'The fields to change; a field that is left out keeps its value, `null` removes a contact.',
  });

export const Supplier = z
  .object({
    id: SupplierId,
    name: stored(`Name of the supplier, at most ${LENGTHS.supplierName.max} characters.`, '办公用品专营店'),
    platform: Platform,
    shopUrl: stored(
      `What the addresses of its product pages begin with, at most ${LIMITS.productUrlChars} characters.`,
      EXAMPLE_SHOP,
    ),
    contactName: stored(`Whom to talk to, at most ${LENGTHS.contactName.max} characters.`, '李四').optional(),
    contactPhone: stored(
      `How to reach the contact, at most ${LENGTHS.contactPhone.max} characters.`,
      '021-60000000',
    ).optional(),
    status: Status,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    version: ResourceVersion,
  })
  .meta({ title: 'Supplier', description: 'A shop that the company buys from.' });

const FIELDS = Object.keys(Supplier.shape);

export const SUPPLIER_LIST = {
  plural: 'suppliers',
  filters: {
    name: { kind: 'text', value: Name, example: '办公用品专营店', like: '办公' },
    platform: { kind: 'choice', value: z.enum(PLATFORMS, fieldError), example: 'PLATFORM_A' },
    shopUrl: { kind: 'text', value: ShopText, example: EXAMPLE_SHOP, like: 'office' },
    contactName: { kind: 'text', value: ContactName, example: '李四', like: '李' },
    contactPhone: { kind: 'text', value: ContactPhone, example: '021-60000000' },
    status: { kind: 'choice', value: Status, example: 'ACTIVE' },
    createdAt: { kind: 'time', value: QueryTime, example: '2026-11-21' },
    updatedAt: { kind: 'time', value: QueryTime, example: '2026-11-21' },
  },
  sorts: ['createdAt', 'updatedAt'],
  fields: FIELDS,
  itemFields: FIELDS,
} as const satisfies ListDefinition;

export const ListSuppliersQuery = listQuery('ListSuppliersQuery', SUPPLIER_LIST);
export const SupplierPage = listPage(
  'SupplierPage',
  Supplier.partial().required({ id: true }).meta({ title: 'SupplierListItem' }),
);

export type CreateSupplierInput = z.infer<typeof CreateSupplierBody>;
export type UpdateSupplierInput = z.infer<typeof UpdateSupplierBody>;
export type SupplierView = z.infer<typeof Supplier>;
