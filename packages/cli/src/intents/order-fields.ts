import type { CreateIntentBody } from '@procurement-intents/sdk';
import { InvalidArgumentError } from 'commander';
import { type FieldOption, optionOf } from '../field-options.ts';
import { AMOUNTS, LIMITS, PATTERNS, PLATFORMS, TEXT_LENGTHS } from '../generated/tables.ts';
import { parseLabels } from './parse-labels.ts';
import { parseIntegerOf, parseTextOf, parseUrlOf } from '../parse-arguments.ts';

type FieldName = keyof CreateIntentBody;

/**
 * Every field of an order, checked as the service does, so that a wrong value is found before anything is sent. The type
 * requires an entry for a new field of the service.
 */
export const ORDER_FIELDS: Record<FieldName, FieldOption> = {
  userId: {
    flags: '--user-id <id>',
    description: 'who starts the purchase',
    parse: parseTextOf(TEXT_LENGTHS.userId),
  },
  platform: {
    flags: '--platform <name>',
    description: 'the platform to buy on',
    choices: PLATFORMS,
    parse: parsePlatform,
  },
  productUrl: {
    flags: '--product-url <url>',
    description: "address of the product's page",
    parse: parseUrlOf(LIMITS.productUrlChars, 'https://item.shop-a.example/1'),
  },
  title: {
    flags: '--title <text>',
    description: 'title of the product',
    parse: parseTextOf(TEXT_LENGTHS.title),
  },
  price: { flags: '--price <yuan>', description: 'the most to pay for a piece', parse: parsePrice },
  quantity: {
    flags: '--quantity <n>',
    description: 'how many pieces',
    parse: parseIntegerOf(1, AMOUNTS.quantityMax),
  },
  recipientName: {
    flags: '--recipient-name <name>',
    description: 'who receives the delivery',
    parse: parseTextOf(TEXT_LENGTHS.recipientName),
  },
  address: {
    flags: '--address <text>',
    description: 'where the delivery goes',
    parse: parseTextOf(TEXT_LENGTHS.address),
  },
  phone: { flags: '--phone <number>', description: 'mobile number of the recipient', parse: parsePhone },
  remarks: {
    flags: '--remarks <text>',
    description: 'free text for the order',
    parse: parseTextOf(TEXT_LENGTHS.remarks),
  },
  labels: {
    flags: '--labels <labels>',
    description: 'labels to find it by, such as batch=2026-11,cost-center=it',
    parse: parseLabels,
  },
  draft: { flags: '--draft', description: 'keep it as a draft; nothing is ordered', parse: parseFlag },
};

export const FIELD_NAMES = Object.keys(ORDER_FIELDS) as FieldName[];

/** The option of a field, such as `--product-url`; undefined for a field that no order has. */
export const optionOfField = (field: string): string | undefined => optionOf(ORDER_FIELDS, field);

function parsePlatform(value: string): string {
  if (!PLATFORMS.includes(value)) {
    throw new InvalidArgumentError(`It must be one of ${PLATFORMS.join(', ')}.`);
  }
  return value;
}

function parsePrice(value: string): number {
  const price = Number(value);
  if (!/^\d+(\.\d{1,2})?$/.test(value) || price < AMOUNTS.priceMin || price > AMOUNTS.priceMax) {
    throw new InvalidArgumentError(
      `It must be yuan, ${AMOUNTS.priceMin} to ${AMOUNTS.priceMax}, with at most 2 decimals.`,
    );
  }
  return price;
}

function parsePhone(value: string): string {
  if (!PATTERNS.phone.test(value)) {
    throw new InvalidArgumentError('It must be a mobile number: 11 digits that begin with 1.');
  }
  return value;
}

function parseFlag(value: string): boolean {
  if (!/^(true|false)$/i.test(value)) throw new InvalidArgumentError('It must be true or false.');
  return value.toLowerCase() === 'true';
}
