import { nearestFen } from '@procurement-intents/contract/money';

// From this amount on, adjacent doubles are more than one fen apart, so two amounts would share one number.
const MAX_EXACT_YUAN = 2 ** 46;
const MAX_EXACT_FEN = MAX_EXACT_YUAN * 100;

/**
 * The amount in yuan: the double nearest to `fen / 100`, which JSON prints with at most two decimals.
 *
 * @throws RangeError when `fen` is not an integer or lies outside the exact range (about 70 trillion yuan).
 */
export function fenToYuan(fen: number | bigint): number {
  // Past the safe integers a bigint is rounded to a number that is none either, and is refused.
  const amount = Number(fen);
  if (!isExactFen(amount)) throw new RangeError('not an exact amount of fen');
  return amount / 100;
}

/**
 * The amount in fen, or null when `yuan` is not finite, lies outside the exact range or is not the double
 * nearest to a decimal with at most two places (`0.1 + 0.2` is not `0.3`).
 */
export function yuanToFen(yuan: number): number | null {
  if (!Number.isFinite(yuan) || Math.abs(yuan) >= MAX_EXACT_YUAN) return null;
  const fen = nearestFen(yuan);
  if (fen / 100 !== yuan) return null;
  return fen === 0 ? 0 : fen;
}

/** The fen of an amount that has passed validation. @throws Error when it is not exact. */
export function exactFen(yuan: number): bigint {
  return BigInt(exact(yuanToFen(yuan)));
}

/** Price and total in fen of what has passed validation. @throws Error when one of them is not exact. */
export function exactAmounts(price: number, quantity: number): { priceFen: bigint; totalFen: bigint } {
  const priceFen = exact(yuanToFen(price));
  return { priceFen: BigInt(priceFen), totalFen: BigInt(exact(totalFen(priceFen, quantity))) };
}

/** `priceFen x quantity`, or null when either is not a non-negative integer or the product leaves the exact range. */
export function totalFen(priceFen: number, quantity: number): number | null {
  if (!isExactFen(priceFen) || !Number.isSafeInteger(quantity) || priceFen < 0 || quantity < 0) return null;
  const total = priceFen * quantity;
  return isExactFen(total) ? total : null;
}

function exact(fen: number | null): number {
  if (fen === null) throw new Error('the amount passed validation but is not exact');
  return fen;
}

function isExactFen(fen: number): boolean {
  return Number.isSafeInteger(fen) && Math.abs(fen) < MAX_EXACT_FEN;
}
