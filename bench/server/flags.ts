import { parseArgs } from 'node:util';

export const ROW_IDS = [
  'create',
  'create-batch',
  'get',
  'profile',
  'list',
  'list-deep',
  'list-label',
  'create-beside-searches',
  'get-beside-searches',
  'create-beside-log-ins',
  'get-beside-log-ins',
  'create-beside-export',
  'refuse',
  'refuse-create',
  'create-beside-releases',
  'processing',
  'worker',
  'growth',
  'feed',
  'webhooks',
  'export',
  'memory',
  'list-beside-archive',
  'create-beside-archive',
  'archive',
  'scale',
] as const;
export type RowId = (typeof ROW_IDS)[number];

// Rows that are asked for by name or by --huge: each seeds millions of intents, or makes files look as if it had.
const HUGE_ROWS: ReadonlySet<RowId> = new Set([
  'list-beside-archive',
  'create-beside-archive',
  'archive',
  'scale',
]);

export interface Plan {
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
  connections: number;
  rows: readonly RowId[];
  /** Intents of the one App whose lists are read. */
  listRows: number;
  /** Intents of the archive. */
  archivedRows: number;
  /** Also measures creates with 10 million intents stored, an archive of as many, and plans for far more. */
  isHuge: boolean;
  memoryMinutes: number;
  /** Only the whole default plan is a figure to keep. */
  isKept: boolean;
  isVerbose: boolean;
  pgbench: string | null;
  /** The commit of the release that this one is measured beside; null: the one before. */
  before: string | null;
}

const USAGE = `usage: npm run bench -- [--quick] [--only <row>]... [--huge] [--memory-minutes <n>] [--pgbench <program>] [--before <commit>] [--verbose]
rows: ${ROW_IDS.join(', ')}`;

/** @throws Error with the usage for a flag or a row that does not exist. */
export function readPlan(args: string[]): Plan {
  try {
    return planOf(args);
  } catch (cause) {
    throw new Error(`${(cause as Error).message}\n${USAGE}`, { cause });
  }
}

function planOf(args: string[]): Plan {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      huge: { type: 'boolean', default: false },
      'memory-minutes': { type: 'string' },
      pgbench: { type: 'string' },
      before: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const isQuick = values.quick;
  const memoryMinutes = Number(values['memory-minutes'] ?? (isQuick ? 0.2 : 10));
  if (!(memoryMinutes > 0)) throw new Error('--memory-minutes takes a number above 0');
  return {
    rounds: isQuick ? 2 : 5,
    seconds: isQuick ? 2 : 6,
    warmUpSeconds: isQuick ? 1 : 3,
    connections: 32,
    rows: readRows(values.only, values.huge),
    listRows: isQuick ? 100_000 : 1_000_000,
    archivedRows: values.huge ? 10_000_000 : isQuick ? 200_000 : 2_000_000,
    isHuge: values.huge,
    memoryMinutes,
    isKept: !isQuick && values.only === undefined && values.before === undefined && !values.verbose,
    isVerbose: values.verbose,
    pgbench: values.pgbench ?? null,
    before: values.before ?? null,
  };
}

function readRows(only: string[] | undefined, isHuge: boolean): readonly RowId[] {
  const unknown = only?.find((name) => !ROW_IDS.includes(name as RowId));
  if (unknown !== undefined) throw new Error(`there is no row ${unknown}`);
  return ROW_IDS.filter((id) => (only === undefined ? isHuge || !HUGE_ROWS.has(id) : only.includes(id)));
}
