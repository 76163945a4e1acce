import { z } from 'zod';
import { idField } from '../bearer/id-fields.ts';
import { fieldError, issueError, ProductUrl, Timestamp } from '../fields.ts';

/** A stored text in an answer: no rules, because what is stored is returned unchanged. */
export const stored = (description: string, example: string) => z.string().meta({ description, example });

export const CreatedAt = Timestamp.meta({
  description: 'When it was created. ISO 8601, UTC, milliseconds.',
});
export const UpdatedAt = Timestamp.meta({
  description: 'When it last changed. ISO 8601, UTC, milliseconds.',
});

export const EXAMPLE_SHOP = 'https://item.shop-a.example/stores/office-supplies/';
export const EXAMPLE_PRODUCT = 'https://item.shop-a.example/stores/office-supplies/wireless-mouse';

/** The address of a shop: an http(s) address without user info, query and fragment. */
export const ShopUrl = ProductUrl.refine(isShopUrl, issueError({ rule: 'shopUrl' })).meta({
  description:
    'What the addresses of its product pages begin with, by whole segments of the path. The shops of two suppliers never overlap.',
  format: 'uri',
  example: EXAMPLE_SHOP,
});

function isShopUrl(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
// ISO 8601 has a year 0, Postgres has none.
const FIRST_DAY = '0001-01-01';

function isDay(value: string): boolean {
  const at = DAY_PATTERN.test(value) && value >= FIRST_DAY ? new Date(`${value}T00:00:00.000Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

/** A day of UTC in a request. */
export const dayField = (description: string, example: string) =>
  z
    .string(fieldError)
    .refine(isDay, issueError({ rule: 'day' }))
    .meta({
      description: `${description}, a day of UTC.`,
      format: 'date',
      pattern: DAY_PATTERN.source,
      example,
    });

/** A stored day in an answer. */
export const storedDay = (description: string, example: string) =>
  stored(`${description}, a day of UTC.`, example).meta({ format: 'date', pattern: DAY_PATTERN.source });

export const SupplierId = idField('supplier', 'the supplier');
export const ContractId = idField('contract', 'the contract');
export const RequestId = idField('purchaseRequest', 'the purchase request');
export const OrderRef = idField('order', 'the order');
export const PersonId = idField('user', 'the person');
