import { z } from 'zod';
import { EXAMPLE_INTENT_ID, EXAMPLE_PURCHASE } from './examples.ts';
import { encodeFieldIssue, type FieldIssue } from './field-issues.ts';
import { ID_PREFIXES, idPattern } from './ids.ts';
import { AMOUNTS, LIMITS, TEXT_LENGTHS } from './limits.ts';
import { isWholeFen } from './money.ts';
import { RepeatedValue } from './parse-query.ts';
import { PLATFORMS } from './platforms.ts';

/** What no text may have: control characters (C0, DEL, C1), bidi embeddings, overrides and isolates. */
export const FORBIDDEN_TEXT_PATTERN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

type RawIssue = {
  code?: string;
  input?: unknown;
  keys?: readonly string[];
  values?: readonly unknown[];
  expected?: unknown;
};

/**
 * The encoded issue of a built-in check: unknown keys, missing, repeated, not one of the allowed values, wrong type.
 */
function standardIssue(issue: RawIssue): string {
  if (issue.code === 'unrecognized_keys')
    return encodeFieldIssue({ rule: 'unknown', keys: issue.keys ?? [] });
  if (issue.input === undefined) return encodeFieldIssue({ rule: 'required' });
  if (issue.input instanceof RepeatedValue) return encodeFieldIssue({ rule: 'repeated' });
  if (issue.code === 'invalid_value') {
    return encodeFieldIssue({ rule: 'oneOf', values: (issue.values ?? []).map(String) });
  }
  return encodeFieldIssue({ rule: 'type', values: [String(issue.expected)] });
}

/** Option for every schema constructor, so that its built-in checks report a {@link FieldIssue}. */
export const fieldError = { error: standardIssue } as const;

/** Option for a refinement: the issue that it reports. */
export const issueError = (issue: FieldIssue): { error: string } => ({ error: encodeFieldIssue(issue) });

function isCleanText(value: string): boolean {
  return value.isWellFormed() && !FORBIDDEN_TEXT_PATTERN.test(value);
}

/** Text of any length without control characters, which a database may refuse to store or to compare. */
export const plainText = z.string(fieldError).refine(isCleanText, issueError({ rule: 'text' }));

/** Whether a text has `min` to `max` code points. */
export function hasLength(value: string, { min, max }: { min: number; max: number }): boolean {
  let count = 0;
  for (const _ of value) count += 1;
  return count >= min && count <= max;
}

/** Trimmed, well-formed text without control characters, `min` to `max` code points long. */
export function textField({ min, max }: { min: number; max: number }, description: string, example: string) {
  return z
    .string(fieldError)
    .refine(isCleanText, { ...issueError({ rule: 'text' }), abort: true })
    .trim()
    .refine((value) => hasLength(value, { min, max }), issueError({ rule: 'length', min, max }))
    .meta({ description, minLength: min, maxLength: max, example });
}

/** Whether `value` is the double nearest to a decimal with at most 2 places, within `min` and `max` yuan. */
function isMoney(value: number): boolean {
  return value >= AMOUNTS.priceMin && value <= AMOUNTS.priceMax && isWholeFen(value);
}

export const UserId = textField(
  TEXT_LENGTHS.userId,
  'Your own id of the person whose purchase it is.',
  EXAMPLE_PURCHASE.userId,
);
export const Title = textField(TEXT_LENGTHS.title, 'Title of the product.', EXAMPLE_PURCHASE.title);
export const RecipientName = textField(
  TEXT_LENGTHS.recipientName,
  'Who receives the delivery.',
  EXAMPLE_PURCHASE.recipientName,
);
export const Address = textField(TEXT_LENGTHS.address, 'Where the delivery goes.', EXAMPLE_PURCHASE.address);
export const Remarks = textField(TEXT_LENGTHS.remarks, 'Free text for the order.', '工作日送货');

export const Platform = z.enum(PLATFORMS, fieldError).meta({
  description: 'The e-commerce platform to buy on.',
  example: EXAMPLE_PURCHASE.platform,
});

// To parse a host costs the square of its different letters: 30 ms for 5,000. No name of a host is longer.
const LONG_HOST = /^[^:]*:[/\\]*[^/\\?#]{254}/;

/** The parser ignores tabs and line breaks, wherever they are. */
const hasLongHost = (url: string): boolean => LONG_HOST.test(url.replaceAll(/[\t\n\r]/g, ''));

export const ProductUrl = z
  .string(fieldError)
  .max(LIMITS.productUrlChars, {
    ...issueError({ rule: 'length', min: 1, max: LIMITS.productUrlChars }),
    abort: true,
  })
  .refine((value) => !hasLongHost(value) && URL.canParse(value), issueError({ rule: 'url' }))
  .meta({
    description: "Address of the product's page, under one of the platform's product prefixes.",
    format: 'uri',
    example: EXAMPLE_PURCHASE.productUrl,
  });

export const Price = z
  .number(fieldError)
  .refine(isMoney, issueError({ rule: 'money', min: AMOUNTS.priceMin, max: AMOUNTS.priceMax }))
  .meta({
    description: 'Unit price in yuan, at most 2 decimals. The most that is paid for a piece.',
    minimum: AMOUNTS.priceMin,
    maximum: AMOUNTS.priceMax,
    example: EXAMPLE_PURCHASE.price,
  });

export const Quantity = z
  .number(fieldError)
  .refine(
    (value) => Number.isInteger(value) && value >= 1 && value <= AMOUNTS.quantityMax,
    issueError({ rule: 'integer', min: 1, max: AMOUNTS.quantityMax }),
  )
  .meta({
    description: 'How many pieces.',
    type: 'integer',
    minimum: 1,
    maximum: AMOUNTS.quantityMax,
    example: EXAMPLE_PURCHASE.quantity,
  });

/** A mobile number of mainland China. */
export const PHONE_PATTERN = /^1[0-9]{10}$/;

export const Phone = z
  .string(fieldError)
  .regex(PHONE_PATTERN, issueError({ rule: 'phone' }))
  .meta({ description: 'Mobile number of the recipient, 11 digits.', example: EXAMPLE_PURCHASE.phone });

/** A point in time as the service writes it. */
export const Timestamp = z.string().meta({
  description: 'ISO 8601, UTC, with milliseconds and a trailing Z.',
  format: 'date-time',
  example: '2026-11-21T08:30:00.000Z',
});

/** A route without query parameters refuses every parameter: an unknown one is a mistake of the caller. */
export const NoQuery = z.strictObject({}, fieldError);

/** The form that every intent id has. */
export const INTENT_ID_PATTERN = idPattern('intent');

export const IntentId = z.string(fieldError).meta({
  description: `Id of the intent: \`${ID_PREFIXES.intent}\` and 32 lower-case hex digits.`,
  pattern: INTENT_ID_PATTERN.source,
  example: EXAMPLE_INTENT_ID,
});

/** The characters of an `Idempotency-Key`: visible ASCII. */
export const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7E]+$/;

const keyError = issueError({ rule: 'idempotencyKey', max: LIMITS.idempotencyKeyChars });
export const IdempotencyKey = z
  .string(fieldError)
  .max(LIMITS.idempotencyKeyChars, keyError)
  .regex(IDEMPOTENCY_KEY_PATTERN, keyError);
