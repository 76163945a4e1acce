import { createHash } from 'node:crypto';
import type { ListIntentsInput } from '@procurement-intents/contract';
import { ValidationError } from '../edge/api-error.ts';

/** Where a page ended: the sort value and id of its last row, and the number of the page that follows. */
export interface Position {
  /** Milliseconds or fen, as the sort has it. */
  value: bigint;
  id: string;
  page: number;
  /** All rows that matched when the first page was read: counting again would cost more than reading. */
  total: number;
}

// What may change from page to page without changing which rows follow.
const FREE = new Set(['page', 'pageSize', 'cursor', 'fields']);

/** A short name for the rows and the order that a query asks for, whoever spells it how. */
export function digestOf(appId: string, query: ListIntentsInput): string {
  const bound = Object.entries(query)
    .filter(([name, value]) => !FREE.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([appId, bound]))
    .digest('base64url')
    .slice(0, 16);
}

export function encodeCursor({ value, id, page, total }: Position, digest: string): string {
  return Buffer.from(JSON.stringify([digest, String(value), id, page, total])).toString('base64url');
}

// 15 digits hold every amount in fen and every time; more could not be written as a date.
const SHAPE = /^\["([\w-]{16})","([0-9]{1,15})","(int_[0-9a-f]{32})",([1-9][0-9]{0,15}),([0-9]{1,15})\]$/;

/** Reads a cursor back. @throws ValidationError unless it was made for the query that `digest` names. */
export function decodeCursor(cursor: string, digest: string): Position {
  const text = /^[\w-]{1,200}$/.test(cursor) ? Buffer.from(cursor, 'base64url').toString() : '';
  const [, madeFor, value, id, page, total] = SHAPE.exec(text) ?? [];
  const isOurs = madeFor === digest && Number(page) <= Number.MAX_SAFE_INTEGER;
  if (!isOurs || value === undefined || id === undefined) {
    throw new ValidationError([{ field: 'cursor', issue: { rule: 'cursor' } }]);
  }
  return { value: BigInt(value), id, page: Number(page), total: Number(total) };
}
