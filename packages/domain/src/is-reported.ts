/**
 * Whether the timeline reports the `count`th event of a kind: the first ones all, then only each that doubles their
 * number. So nobody makes the timeline of one intent grow without end.
 */
export const isReported = (count: number, first: number): boolean =>
  count <= first || Number.isInteger(Math.log2(count / first));
