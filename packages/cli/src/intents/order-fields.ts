import type { CreateIntentBody } from '@procurement-intents/sdk';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { AMOUNTS, LIMITS, PATTERNS, PLATFORMS, TEXT_LENGTHS } from '../generated/tables.ts';

/** A field of an order, as an option of the command line and a column of a file. */
export interface OrderField {
  /** The option, with the name of its value. */
  flags: string;
  description: string;
  choices?: readonly string[];
  /** Turns text into the value of the field. @throws InvalidArgumentError with what the text must be. */
  parse: (text: string) => string | number | boolean;
}

type FieldName = keyof CreateIntentBody;

/**
 * Every field of an order, checked as the service does, so that a wrong value is found before anything is sent. The type
 * requires an entry for a new field of the service.
 */
export const ORDER_FIELDS: Record<FieldName, OrderField> = {
  userId: {
    flags: '--user-id <id>',
    description: 'who starts the purchase',
    parse: text(TEXT_LENGTHS.userId),
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
    parse: parseUrl,
  },
  title: { flags: '--title <text>', description: 'title of the product', parse: text(TEXT_LENGTHS.title) },
  price: { flags: '--price <yuan>', description: 'the most to pay for a piece', parse: parsePrice },
  quantity: { flags: '--quantity <n>', description: 'how many pieces', parse: parseQuantity },
  recipientName: {
    flags: '--recipient-name <name>',
    description: 'who receives the delivery',
    parse: text(TEXT_LENGTHS.recipientName),
  },
  address: {
    flags: '--address <text>',
    description: 'where the delivery goes',
    parse: text(TEXT_LENGTHS.address),
  },
  phone: { flags: '--phone <number>', description: 'mobile number of the recipient', parse: parsePhone },
  remarks: {
    flags: '--remarks <text>',
    description: 'free text for the order',
    parse: text(TEXT_LENGTHS.remarks),
  },
  draft: { flags: '--draft', description: 'keep it as a draft; nothing is ordered', parse: parseFlag },
};

export const FIELD_NAMES = Object.keys(ORDER_FIELDS) as FieldName[];

/** Adds the options of these fields. */
export function addOrderOptions(command: Command, names: readonly FieldName[]): Command {
  for (const name of names) {
    const { flags, description, choices, parse } = ORDER_FIELDS[name];
    const option = new Option(flags, description);
    if (choices) option.choices([...choices]);
    else if (option.required) option.argParser(parse);
    command.addOption(option);
  }
  return command;
}

/** The option of a field, such as `--product-url`; undefined for a field that no order has. */
export function optionOfField(field: string): string | undefined {
  return Object.hasOwn(ORDER_FIELDS, field)
    ? ORDER_FIELDS[field as FieldName].flags.split(' ')[0]
    : undefined;
}

/** A parser of text that is `min` to `max` characters long without the white space around it. */
function text({ min, max }: { min: number; max: number }): (value: string) => string {
  return (value) => {
    if (PATTERNS.forbiddenText.test(value) || !value.isWellFormed()) {
      throw new InvalidArgumentError('It must have no control characters or line breaks.');
    }
    const length = Array.from(value.trim()).length;
    if (length < min || length > max) {
      throw new InvalidArgumentError(`It must be ${min} to ${max} characters long.`);
    }
    return value;
  };
}

function parsePlatform(value: string): string {
  if (!PLATFORMS.includes(value)) {
    throw new InvalidArgumentError(`It must be one of ${PLATFORMS.join(', ')}.`);
  }
  return value;
}

function parseUrl(value: string): string {
  if (!URL.canParse(value) || !/^https?:/i.test(value) || value.length > LIMITS.productUrlChars) {
    throw new InvalidArgumentError('It must be a whole address, such as https://item.shop-a.example/1.');
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

function parseQuantity(value: string): number {
  const quantity = Number(value);
  if (!/^\d+$/.test(value) || quantity < 1 || quantity > AMOUNTS.quantityMax) {
    throw new InvalidArgumentError(`It must be a whole number, 1 to ${AMOUNTS.quantityMax}.`);
  }
  return quantity;
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
