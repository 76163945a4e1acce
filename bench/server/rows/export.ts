import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds, cpuSecondsWithChildren, residentBytes } from '../cpu-time.ts';
import { BESIDE_EXPORT } from '../goals.ts';
import { keepExporting } from '../keep-exporting.ts';
import type { Bench } from '../measure-row.ts';
import { startService } from '../processes.ts';
import type { BenchApp } from '../requests.ts';
import { type Burden, createBeside } from './beside.ts';
import { OF_OTHERS } from './get.ts';

/** An export of one App with many intents. */
export interface ExportResult {
  lines: number;
  linesPerSecond: number;
  /** CPU of a line, microseconds: of the process, and of Postgres. */
  processUs: number;
  postgresUs: number;
  /** By how much the resident memory of the fresh process had grown at most while receivers took little; megabytes. */
  slowGrowthMb: number;
  /** The same after the whole export. */
  growthMb: number;
  slowReaders: number;
  slowSeconds: number;
  isWhole: boolean;
}

const SLOW_READERS = 2;
const SLOW_BYTES_PER_SECOND = 64 * 1024;
const SAMPLE_MS = 100;
const MB = 1024 * 1024;

const database = ({ stage, plan }: Bench) =>
  stage.prepareDatabase('exported', {
    ofFirstApp: plan.listRows,
    ofOthers: OF_OTHERS,
    isOursAlone: true,
  });

/** The most memory that the process has while `work` lasts, in bytes; NaN without /proc. */
async function peakWhile<T>(pid: number, work: Promise<T>): Promise<{ peak: number; result: T }> {
  let peak = residentBytes(pid) ?? NaN;
  const timer = setInterval(() => (peak = Math.max(peak, residentBytes(pid) ?? NaN)), SAMPLE_MS);
  try {
    const result = await work;
    return { peak: Math.max(peak, residentBytes(pid) ?? NaN), result };
  } finally {
    clearInterval(timer);
  }
}

/** Exports all intents of the first App to receivers that take little, and then once as fast as it goes. */
export async function measureExport(bench: Bench): Promise<ExportResult> {
  const { stage, plan } = bench;
  const { service } = await database(bench);
  const server = await startService(stage, { database: service, isVerbose: plan.isVerbose });
  const [first, second] = stage.apps as [BenchApp, BenchApp];
  const fast = { port: server.port, bytesPerSecond: null, count: 1, isRepeated: false };
  // What the first call of a process needs is no part of an export.
  await keepExporting({ ...fast, app: second }).ended;
  await stage.settle();
  const startBytes = residentBytes(server.pid) ?? NaN;
  const slow = keepExporting({
    ...fast,
    app: first,
    bytesPerSecond: SLOW_BYTES_PER_SECOND,
    count: SLOW_READERS,
  });
  const slowSeconds = plan.rounds * plan.seconds;
  const slowly = await peakWhile(server.pid, delay(slowSeconds * 1000));
  await slow.stop();
  await stage.settle();
  const cpu = () =>
    [cpuSeconds(server.pid) ?? NaN, cpuSecondsWithChildren(stage.postgres.pid) ?? NaN] as const;
  const before = cpu();
  const startedMs = performance.now();
  const quick = await peakWhile(server.pid, keepExporting({ ...fast, app: first }).ended);
  const seconds = (performance.now() - startedMs) / 1000;
  const after = cpu();
  await server.stop();
  const { lines, whole } = quick.result;
  const perLine = (index: 0 | 1): number => ((after[index] - before[index]) * 1e6) / lines;
  return {
    lines,
    linesPerSecond: lines / seconds,
    processUs: perLine(0),
    postgresUs: perLine(1),
    growthMb: (quick.peak - startBytes) / MB,
    slowGrowthMb: (slowly.peak - startBytes) / MB,
    slowReaders: SLOW_READERS,
    slowSeconds,
    isWhole: whole === 1,
  };
}

const EXPORTING: Burden = {
  without: 'without an export',
  lines: [
    {
      name: BESIDE_EXPORT,
      begin: ({ stage }, { port }) => {
        const exports = keepExporting({
          port,
          app: stage.apps[0] as BenchApp,
          count: 1,
          bytesPerSecond: null,
          isRepeated: true,
        });
        return { stop: async () => (await exports.stop()).lines };
      },
      failure: 'no line exported',
    },
  ],
  note:
    'In the second line another App exports its intents all the time, as fast as they come; the CPU time of the export is part of what a ' +
    'request takes there. A ratio above 1 is what it takes from the creates.',
  prepareDatabase: database,
};

export const createBesideExportRow = createBeside(
  'create-beside-export',
  'another App exports its own',
  EXPORTING,
);
