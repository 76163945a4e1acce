import type { Filled, Purchase } from '../adapter.ts';

export type Comparison =
  | { ok: true }
  /** It costs more than agreed. */
  | { ok: false; kind: 'price' }
  /** It is not what was ordered; the next `fill` may mend it. */
  | { ok: false; kind: 'content'; message: string };

/** Compares what the shop made with what was ordered. Nothing is paid that differs. */
export function compare(filled: Filled, purchase: Purchase, maxTotalFen: number | null): Comparison {
  const { totalFen, lines } = filled;
  const [line] = lines;
  if (lines.length !== 1 || line === undefined)
    return { ok: false, kind: 'content', message: `the order has ${lines.length} lines` };
  if (line.sku !== purchase.sku)
    return { ok: false, kind: 'content', message: `the order holds ${line.sku} in place of ${purchase.sku}` };
  if (line.quantity !== purchase.quantity)
    return {
      ok: false,
      kind: 'content',
      message: `the order holds ${line.quantity} pieces in place of ${purchase.quantity}`,
    };
  if (!Number.isSafeInteger(totalFen) || totalFen < 0)
    return { ok: false, kind: 'content', message: `the total is no amount in fen: ${totalFen}` };
  if (maxTotalFen !== null && totalFen > maxTotalFen) return { ok: false, kind: 'price' };
  return { ok: true };
}
