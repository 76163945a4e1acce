import type { Result } from './measure-all.ts';

interface Goal {
  title: string;
  read: (result: Result) => number;
  limit: number;
  /** Whether less is better. */
  isUpper: boolean;
  format: (value: number) => string;
}

/** Milliseconds that the import may take beyond Node's own start. */
export const MAX_IMPORT_MS = 5;
/** Least share of what hand-signed fetch gets through. */
const MIN_THROUGHPUT = 0.88;

/** What the SDK has set itself, beside the sizes of pages. */
export const GOALS: readonly Goal[] = [
  {
    title: 'Dependencies',
    read: ({ size }) => size?.dependencies ?? NaN,
    limit: 0,
    isUpper: true,
    format: String,
  },
  {
    title: 'Import alone, over an empty module',
    read: ({ importMs }) => importMs.inside.median,
    limit: MAX_IMPORT_MS,
    isUpper: true,
    format: (ms) => `${ms.toFixed(1)} ms`,
  },
  {
    title: 'Throughput one by one, over hand-signed fetch',
    read: ({ throughput }) => throughput.ratios.sequential.median,
    limit: MIN_THROUGHPUT,
    isUpper: false,
    format: (ratio) => `${ratio.toFixed(2)}x`,
  },
  {
    title: 'Throughput with 32 at once, over hand-signed fetch',
    read: ({ throughput }) => throughput.ratios.concurrent.median,
    limit: MIN_THROUGHPUT,
    isUpper: false,
    format: (ratio) => `${ratio.toFixed(2)}x`,
  },
  {
    title: 'Throughput one by one, over bounded fetch',
    read: ({ throughput }) => throughput.overBounded.sequential.median,
    limit: MIN_THROUGHPUT,
    isUpper: false,
    format: (ratio) => `${ratio.toFixed(2)}x`,
  },
  {
    title: 'Throughput with 32 at once, over bounded fetch',
    read: ({ throughput }) => throughput.overBounded.concurrent.median,
    limit: MIN_THROUGHPUT,
    isUpper: false,
    format: (ratio) => `${ratio.toFixed(2)}x`,
  },
];
