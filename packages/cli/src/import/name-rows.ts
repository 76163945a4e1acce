import { createHash } from 'node:crypto';
import { FIELD_NAMES } from '../intents/order-fields.ts';
import type { ImportRow } from './read-rows.ts';

/** A row with the key under which it is bought, whatever happens to this process. */
export interface NamedRow extends ImportRow {
  idempotencyKey: string;
  /** Changes with the content of the row. */
  digest: string;
}

/**
 * Gives every row its key. A row without one gets a key of the import, its content and its place among equal rows: the
 * same in every run, wherever the row moves in the file, and another in every other import.
 */
export function nameRows(rows: readonly ImportRow[], importId: string): NamedRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    // Not in the order of the columns, which may change between runs.
    const content = JSON.stringify(FIELD_NAMES.map((name) => row.body[name] ?? null));
    const place = (seen.get(content) ?? 0) + 1;
    seen.set(content, place);
    const digest = hash(content);
    const idempotencyKey = row.idempotencyKey ?? `import-${hash(`${importId}\n${place}\n${content}`)}`;
    return { ...row, idempotencyKey, digest };
  });
}

/** The lines of rows that equal an earlier row and have no key of their own. */
export function findEqualRows(rows: readonly ImportRow[]): number[] {
  const seen = new Set<string>();
  return rows.flatMap(({ line, body, idempotencyKey }) => {
    const content = JSON.stringify(FIELD_NAMES.map((name) => body[name] ?? null));
    const isEqual = idempotencyKey === undefined && seen.has(content);
    seen.add(content);
    return isEqual ? [line] : [];
  });
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
