import { residentBytes } from '../cpu-time.ts';
import { openLoader } from '../loader.ts';
import type { Bench } from '../measure-row.ts';
import { startService } from '../processes.ts';
import { createLoad } from './create.ts';
import { millions, readLoad } from './get.ts';

/** Resident memory of the API process, megabytes. */
export interface MemoryResult {
  minutes: number;
  requests: number;
  /** Answers that were no success, by status. */
  wrong: Record<string, number>;
  startMb: number;
  peakMb: number;
  endMb: number;
  /** Trend over the second half, megabytes a minute. */
  slopeMbPerMinute: number;
  points: { minute: number; mb: number }[];
}

// Short, so that signatures are fresh and signing them pauses the load for moments only.
const SLICE_SECONDS = 5;
const CREATES_PER_SECOND = 1500;
const READS_PER_CREATE = 3;
const SAMPLE_MS = 1000;
const MB = 1024 * 1024;

/** Puts the service under all the load it takes, a create to three reads, and watches its memory. Null without /proc. */
export async function measureMemory(bench: Bench): Promise<MemoryResult | null> {
  const { stage, plan } = bench;
  const { service } = await millions(bench);
  const server = await startService(stage, { database: service, isVerbose: plan.isVerbose });
  const startBytes = residentBytes(server.pid);
  if (startBytes === null) {
    await server.stop();
    return null;
  }
  const reads = await readLoad(bench, service);
  const creates = createLoad(bench);
  const loader = await openLoader(server.port, plan.connections);
  const startedAt = performance.now();
  const minutesNow = (): number => (performance.now() - startedAt) / 60_000;
  const points: MemoryResult['points'] = [];
  const note = (): void =>
    void points.push({ minute: minutesNow(), mb: (residentBytes(server.pid) ?? NaN) / MB });
  const timer = setInterval(note, SAMPLE_MS);
  let requests = 0;
  const wrong: Record<string, number> = {};
  while (minutesNow() < plan.memoryMinutes) {
    const seconds = Math.min(SLICE_SECONDS, Math.max(1, (plan.memoryMinutes - minutesNow()) * 60));
    const nextCreate = creates.prepare(CREATES_PER_SECOND * seconds);
    const nextRead = reads.prepare();
    let turn = 0;
    const next = (): Buffer | null => {
      turn += 1;
      // When the creates of a slice are used up, reads go on.
      return (turn % (READS_PER_CREATE + 1) === 0 ? nextCreate() : null) ?? nextRead();
    };
    const { answers, statuses } = await loader.run(next, seconds);
    requests += answers;
    for (const [status, count] of statuses) {
      if (status !== 200 && status !== 201) wrong[status] = (wrong[status] ?? 0) + count;
    }
  }
  clearInterval(timer);
  note();
  loader.close();
  await server.stop();
  return { ...summaryOf(points), minutes: minutesNow(), requests, wrong, startMb: startBytes / MB, points };
}

function summaryOf(points: MemoryResult['points']) {
  const half = points.slice(Math.floor(points.length / 2));
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const minute = mean(half.map((point) => point.minute));
  const mb = mean(half.map((point) => point.mb));
  const covariance = mean(half.map((point) => (point.minute - minute) * (point.mb - mb)));
  const variance = mean(half.map((point) => (point.minute - minute) ** 2));
  return {
    peakMb: Math.max(...points.map((point) => point.mb)),
    endMb: points.at(-1)?.mb ?? NaN,
    slopeMbPerMinute: covariance / variance,
  };
}
