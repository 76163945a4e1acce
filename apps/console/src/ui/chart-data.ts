export interface Series {
  name: string;
  /** Names its colour in the style sheet. */
  colour: string;
  /** One a column; null: none is known. */
  values: readonly (number | null)[];
}

/**
 * What is drawn of series that stand on each other: sums, the highest first, because each is drawn over the one before.
 */
export function stacked(series: readonly Series[]): Series[] {
  const sums: number[] = [];
  return series
    .map((each) => ({
      ...each,
      values: each.values.map((value, column) => (sums[column] = (sums[column] ?? 0) + (value ?? 0))),
    }))
    .toReversed();
}

/** Whether there is anything to draw. */
export const isEmpty = (series: readonly Series[]): boolean =>
  series.every(({ values }) => values.every((value) => !value));
