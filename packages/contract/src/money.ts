/** The amount in fen, rounded when `yuan` has more than two decimals. */
export function nearestFen(yuan: number): number {
  // Splitting first keeps the rounding error of the product below half a fen, also for large amounts.
  const whole = Math.trunc(yuan);
  return whole * 100 + Math.round((yuan - whole) * 100);
}

/** Whether `yuan` is the double nearest to a decimal with at most two places. */
export const isWholeFen = (yuan: number): boolean => nearestFen(yuan) / 100 === yuan;
