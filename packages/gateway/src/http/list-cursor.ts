import type { ListPosition } from '../adapter.ts';

/** The position after the last order of a page, as a text that only this file reads. */
export function writeCursor({ updatedAtMs, orderId }: ListPosition): string {
  return Buffer.from(JSON.stringify([updatedAtMs, orderId])).toString('base64url');
}

/** Null when it is none of ours. */
export function readCursor(cursor: string): ListPosition | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(parts) || parts.length !== 2) return null;
    const [updatedAtMs, orderId] = parts as unknown[];
    if (!Number.isSafeInteger(updatedAtMs) || typeof orderId !== 'string') return null;
    return { updatedAtMs: updatedAtMs as number, orderId };
  } catch {
    return null;
  }
}
