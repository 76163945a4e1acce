import type { ListIntentsInput } from '@procurement-intents/contract';
import { decodeBase64Url, encodeBase64Url } from '../base64url.ts';
import { ValidationError } from '../errors.ts';

/** Where a page ended: the sort value and id of its last intent, and the number of the page that follows. */
export interface Position {
  /** Milliseconds or fen, as the sort has it. */
  value: bigint;
  id: string;
  page: number;
  /** All intents that matched when the first page was read: counting again would cost more than reading. */
  total: number;
}

// What may change from page to page without changing which intents follow.
const FREE = new Set(['page', 'pageSize', 'cursor', 'fields']);

/**
 * The intents and the order that a query asks for, as text: the same however the caller orders the parameters.
 * A cursor is bound to its hash, of which {@link DIGEST_CHARS} characters of base64url are kept.
 */
export function listBinding(appId: string, query: ListIntentsInput): string {
  const bound = Object.entries(query)
    .filter(([name, value]) => !FREE.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([appId, bound]);
}

/** How many characters of the SHA-256 of a {@link listBinding}, in base64url, a cursor carries. */
export const DIGEST_CHARS = 16;

/** @param digest - the hash of the {@link listBinding} of the list. */
export function encodeCursor({ value, id, page, total }: Position, digest: string): string {
  return encodeBase64Url(JSON.stringify([digest, String(value), id, page, total]));
}

// 15 digits hold every amount in fen and every time; more could not be written as a date.
const SHAPE = /^\["([\w-]{16})","([0-9]{1,15})","(int_[0-9a-f]{32})",([1-9][0-9]{0,15}),([0-9]{1,15})\]$/;

/** Reads a cursor back. @throws ValidationError unless it was made for the list that `digest` names. */
export function decodeCursor(cursor: string, digest: string): Position {
  const text = /^[\w-]{1,200}$/.test(cursor) ? decodeBase64Url(cursor) : '';
  const [, madeFor, value, id, page, total] = SHAPE.exec(text) ?? [];
  const isOurs = madeFor === digest && Number(page) <= Number.MAX_SAFE_INTEGER;
  if (!isOurs || value === undefined || id === undefined) {
    throw new ValidationError([{ field: 'cursor', issue: { rule: 'cursor' } }]);
  }
  return { value: BigInt(value), id, page: Number(page), total: Number(total) };
}
