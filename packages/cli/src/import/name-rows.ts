import { createHash } from 'node:crypto';
import type { ImportRow } from './read-rows.ts';

/** A row with the key under which it is bought, whatever happens to this process. */
export interface NamedRow extends ImportRow {
  idempotencyKey: string;
  /** Changes with the content of the row. */
  digest: string;
}

/**
 * Gives every row its key. A row without one gets a key of the import, its content and its place among equal rows
 * without one: the same in every run, wherever the row moves in the file, and another in every other import.
 */
export function nameRows(rows: readonly ImportRow[], importId: string): NamedRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const content = contentOf(row);
    const digest = hash(content);
    if (row.idempotencyKey !== undefined) return { ...row, idempotencyKey: row.idempotencyKey, digest };
    const place = (seen.get(content) ?? 0) + 1;
    seen.set(content, place);
    return { ...row, idempotencyKey: `import-${hash(`${importId}\n${place}\n${content}`)}`, digest };
  });
}

/** The lines of rows that equal an earlier row and have no key of their own. */
export function findEqualRows(rows: readonly ImportRow[]): number[] {
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const content = contentOf(row);
    const isEqual = row.idempotencyKey === undefined && seen.has(content);
    seen.add(content);
    return isEqual ? [row.line] : [];
  });
}

/** What is sent: a key belongs to these bytes. */
const contentOf = ({ body }: ImportRow): string => JSON.stringify(body, sortLabels);

/** As the client sends them, in whatever order they stand in their cell. */
const sortLabels = (name: string, value: unknown): unknown =>
  name === 'labels'
    ? Object.fromEntries(Object.entries(value as object).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
