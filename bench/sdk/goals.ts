import type { Result } from './measure-all.ts';

interface Goal {
  title: string;
  read: (result: Result) => number;
  limit: number;
  /** Whether less is better. */
  isUpper: boolean;
  format: (value: number) => string;
}

/** Bytes of a page, gzipped, with what it imports of the package. */
const MAX_PAGE_BYTES = { client: 5_000, SignerClient: 4_300, createSigner: 400, isAllowed: 250 };
/** Milliseconds that the import may take beyond Node's own start. */
export const MAX_IMPORT_MS = 5;
/** Least share of what hand-signed fetch gets through. */
const MIN_THROUGHPUT = 0.88;

const bytes = (count: number) => `${count.toLocaleString('en')} B`;

function pageWith(name: 'SignerClient' | 'createSigner' | 'isAllowed'): Goal {
  return {
    title: `Page with \`${name}\` alone, gzipped`,
    read: ({ exported }) => exported[name] ?? NaN,
    limit: MAX_PAGE_BYTES[name],
    isUpper: true,
    format: bytes,
  };
}

/** What the SDK has set itself. */
export const GOALS: readonly Goal[] = [
  {
    title: 'Page with the whole client, gzipped',
    read: ({ gzipped }) => gzipped,
    limit: MAX_PAGE_BYTES.client,
    isUpper: true,
    format: bytes,
  },
  pageWith('SignerClient'),
  pageWith('createSigner'),
  pageWith('isAllowed'),
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
