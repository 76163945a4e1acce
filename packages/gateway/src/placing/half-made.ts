import type { Found } from '../adapter.ts';

type HalfMade = Extract<Found<unknown>, { begun: unknown }>;

/**
 * The total of the payment that was begun for the order; null: none was. It may be charged even when the call failed, so it
 * is neither filled, compared, refused nor removed.
 *
 * @throws Error when it is no amount.
 */
export function findPayingFen({ payingFen }: HalfMade): number | null {
  if (payingFen === undefined || payingFen === null) return null;
  if (!Number.isSafeInteger(payingFen) || payingFen < 0)
    throw new Error(`payingFen of find is no amount in fen: ${payingFen}`);
  return payingFen;
}

/**
 * When the shop last wrote to the order. Without it, nobody knows whether a call of a process that died still runs.
 *
 * @throws Error when it is no time.
 */
export function requireTouchedAtMs({ touchedAtMs }: HalfMade): number {
  if (!Number.isFinite(touchedAtMs)) throw new Error(`touchedAtMs of find is no time: ${touchedAtMs}`);
  return touchedAtMs;
}
