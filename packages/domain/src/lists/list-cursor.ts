import { decodeBase64Url, encodeBase64Url } from '../base64url.ts';
import { ValidationError } from '../errors.ts';
import { LATEST_MS } from './list-conditions.ts';

/** Where a page ended: the sort value and id of its last row, and the number of the next page. */
export interface Position {
  /** Milliseconds, fen or a number, depending on the sort. */
  value: bigint;
  id: string;
  page: number;
  /** Number of rows that matched when the first page was read: counting again would cost more than reading. */
  total: number;
}

// Parameters that may change between pages, because they do not change which rows follow.
const UNBOUND_PARAMETERS = new Set(['page', 'pageSize', 'cursor', 'fields']);

/**
 * The rows and the order that a query asks for, as text that does not depend on the order of the parameters. A
 * cursor carries a part of its hash, and is valid for this list only.
 *
 * @param owner - whose list it is: an App, or the name of a list that all callers share.
 */
export function listBinding(owner: string, query: object): string {
  const bound = Object.entries(query)
    .filter(([name, value]) => !UNBOUND_PARAMETERS.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([owner, bound]);
}

/** How many characters of the SHA-256 of a {@link listBinding}, in base64url, a cursor carries. */
const DIGEST_CHARS = 16;

/** The SHA-256 of a text in base64url, as the host computes it. */
export type HashOf = (text: string) => string | Promise<string>;

/** What a cursor carries of the list that it was made for. @param owner - as {@link listBinding} takes it. */
export const listDigest = async (owner: string, query: object, hashOf: HashOf): Promise<string> =>
  (await hashOf(listBinding(owner, query))).slice(0, DIGEST_CHARS);

/** @param digest - the {@link listDigest} of the list. */
export function encodeCursor({ value, id, page, total }: Position, digest: string): string {
  return encodeBase64Url(JSON.stringify([digest, String(value), id, page, total]));
}

// Every amount in fen is less.
const MAX_VALUE = BigInt(LATEST_MS);
const CURSOR_PATTERN =
  /^\["([\w-]{16})","([0-9]{1,15})","([a-z]{2,4}_[0-9a-f]{32})",([1-9][0-9]{0,15}),([0-9]{1,15})\]$/;

/** Decodes a cursor. @throws ValidationError unless it was made for the list that `digest` identifies. */
export function decodeCursor(cursor: string, digest: string): Position {
  const text = /^[\w-]{1,200}$/.test(cursor) ? decodeBase64Url(cursor) : '';
  const [, cursorDigest, value, id, page, total] = CURSOR_PATTERN.exec(text) ?? [];
  const position = { value: BigInt(value ?? 0), id: id ?? '', page: Number(page), total: Number(total) };
  const isInRange = position.value <= MAX_VALUE && position.page <= Number.MAX_SAFE_INTEGER;
  if (cursorDigest !== digest || !isInRange) {
    throw new ValidationError([{ field: 'cursor', issue: { rule: 'cursor' } }]);
  }
  return position;
}
