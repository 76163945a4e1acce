import { AMOUNTS, LIMITS, TEXT_LENGTHS } from '../src/limits.ts';
import type { JsonSchema } from './json-schema.ts';

type Bounds = Pick<JsonSchema, 'minimum' | 'maximum' | 'minLength' | 'maxLength'>;

const length = ({ min, max }: { min: number; max: number }): Bounds => ({ minLength: min, maxLength: max });
const price: Bounds = { minimum: AMOUNTS.priceMin, maximum: AMOUNTS.priceMax };
const total: Bounds = { minimum: AMOUNTS.priceMin, maximum: AMOUNTS.totalMax };

/**
 * Bounds of numbers and texts in responses. Response schemas leave them out, because a stored value is never refused.
 */
const ANSWER_BOUNDS: Record<string, Bounds> = {
  userId: length(TEXT_LENGTHS.userId),
  title: length(TEXT_LENGTHS.title),
  recipientName: length(TEXT_LENGTHS.recipientName),
  address: length(TEXT_LENGTHS.address),
  remarks: length(TEXT_LENGTHS.remarks),
  productUrl: { maxLength: LIMITS.productUrlChars },
  phone: { minLength: 11, maxLength: 11 },
  orderId: { minLength: 1, maxLength: 128 },
  trackingNumber: { maxLength: 100 },
  trackingCompany: { maxLength: 100 },
  reason: { maxLength: 200 },
  price,
  totalAmount: total,
  quantity: { minimum: 1, maximum: AMOUNTS.quantityMax },
  amountPaid: { minimum: 0 },
  refunded: { minimum: 0 },
  cancellationFee: { minimum: 0 },
  total: { minimum: 0 },
  totalPages: { minimum: 0 },
  page: { minimum: 1 },
  pageSize: { minimum: 1, maximum: LIMITS.pageSizeMax },
  version: { minimum: 1 },
  currentVersion: { minimum: 1 },
  uptime: { minimum: 0 },
};

/** Sentences for texts that have neither bounds nor a pattern of their own. */
const TEXTS: Record<string, string> = {
  cursor: 'Opaque text: send it back unchanged.',
  nextCursor: 'Opaque text: send it back unchanged.',
  type: 'A name with a dot; ignore names that you do not know.',
  service: 'A fixed text.',
  statusMessage: 'A text to show, not to compare.',
  failureReason: 'A text to show, not to compare.',
  message: 'A text to show, not to compare.',
  reason: 'A text to show, not to compare.',
  detail: 'A text to show, not to compare.',
  details: 'A text to show, not to compare.',
  startTime: 'ISO 8601.',
  endTime: 'ISO 8601.',
};

function lengthSentence({ minLength = 0, maxLength }: Bounds): string {
  if (maxLength === undefined) return '';
  if (minLength === maxLength) return `${maxLength} characters.`;
  return minLength > 0 ? `${minLength} to ${maxLength} characters.` : `At most ${maxLength} characters.`;
}

function rangeSentence({ minimum, maximum }: Bounds): string {
  if (minimum === undefined) return '';
  return maximum === undefined ? `From ${minimum}.` : `${minimum} to ${maximum}.`;
}

function withSentence(description: string, sentence: string): string {
  const known = sentence.replace(/\.$/, '').toLowerCase();
  if (sentence === '' || description.toLowerCase().includes(known)) return description;
  return `${description} ${sentence}`.trim();
}

function describeBounds(name: string, property: JsonSchema, isAnswer: boolean): void {
  const known = isAnswer ? ANSWER_BOUNDS[name] : undefined;
  const isNumber = property.type === 'number' || property.type === 'integer';
  if (isNumber && property.const === undefined) Object.assign(property, { ...known, ...property });
  const isFree = property.enum === undefined && property.const === undefined;
  if (property.description === undefined || property.properties || !isFree) return;
  const bounds = { ...known, ...property };
  for (const sentence of [
    lengthSentence(bounds),
    rangeSentence(bounds),
    property.pattern === undefined ? (TEXTS[name] ?? '') : '',
  ]) {
    property.description = withSentence(property.description, sentence);
  }
}

/** Adds the bounds of every field to its description, which more viewers show than the keywords. */
export function describeAllBounds(schema: JsonSchema, isAnswer: boolean): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    describeAllBounds(property, isAnswer);
    if (property.items) describeAllBounds(property.items, isAnswer);
    describeBounds(name, property, isAnswer);
  }
  for (const option of schema.anyOf ?? []) describeAllBounds(option, isAnswer);
}
