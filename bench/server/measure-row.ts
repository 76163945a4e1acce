import { median } from '../sdk/statistics.ts';
import type { Contender, Sample } from './contender.ts';
import type { Plan, RowId } from './flags.ts';
import type { Stage } from './stage.ts';

export interface Bench {
  plan: Plan;
  stage: Stage;
}

/** Something to compare. The first contender is the service. */
export interface Row {
  id: RowId;
  title: string;
  /** What a reader must know to judge the row. */
  note: string;
  /** What its rates and CPU times count, where requests hold several. Default: requests. */
  unit?: 'intent';
  /** Every contender is the service, under different conditions. */
  isOursAlone?: true;
  open(bench: Bench): Promise<Contender[]>;
}

export interface Figures {
  name: string;
  requestsPerSecond: { median: number; low: number; high: number };
  p50Ms: number;
  p99Ms: number;
  processUs: number | null;
  postgresUs: number | null;
  /** Median over the rounds of the service's rate against this one's in the same round; 1 for the service itself. */
  ratio: number;
  /** Median over the rounds of this one's p99 against the service's in the same round; 1 for the service itself. */
  p99Ratio: number;
  /** Median over the rounds of the service's CPU time, Postgres's included, against this one's in the same round. */
  cpuRatio: number;
  wrong: Record<string, number>;
}

/** A run with answers that were not expected says nothing about speed. */
export const isFigure = ({ wrong }: Figures): boolean => Object.keys(wrong).length === 0;

export interface RowResult {
  row: Row;
  figures: Figures[];
}

/** Runs the contenders in turns, every round in another order, and takes medians over the rounds. */
export async function measureRow(row: Row, bench: Bench, say: (line: string) => void): Promise<RowResult> {
  const contenders = await row.open(bench);
  const { rounds, seconds, warmUpSeconds } = bench.plan;
  const samples = new Map<Contender, Sample[]>(contenders.map((contender) => [contender, []]));
  for (const contender of contenders) await contender.warmUp(warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const contender = contenders[(round + turn) % contenders.length] as Contender;
      const sample = await contender.sample(seconds);
      samples.get(contender)?.push(sample);
      say(`${row.id}, round ${round + 1}: ${contender.name} ${Math.round(sample.requestsPerSecond)}/s`);
    }
  }
  for (const contender of contenders) await contender.close();
  const ours = samples.get(contenders[0] as Contender) ?? [];
  return {
    row,
    figures: contenders.map((contender) => figuresOf(contender.name, samples.get(contender) ?? [], ours)),
  };
}

function figuresOf(name: string, samples: Sample[], ours: Sample[]): Figures {
  const rates = samples.map(({ requestsPerSecond }) => requestsPerSecond);
  const ratios = samples.map(
    ({ requestsPerSecond }, round) => (ours[round]?.requestsPerSecond ?? NaN) / requestsPerSecond,
  );
  const p99Ratios = samples.map(({ p99Ms }, round) => p99Ms / (ours[round]?.p99Ms ?? NaN));
  const cpuRatios = samples.map((sample, round) => cpuOf(ours[round]) / cpuOf(sample));
  const wrong: Record<string, number> = {};
  for (const sample of samples) {
    for (const [status, count] of Object.entries(sample.wrong)) wrong[status] = (wrong[status] ?? 0) + count;
  }
  return {
    name,
    requestsPerSecond: { median: median(rates), low: Math.min(...rates), high: Math.max(...rates) },
    p50Ms: median(samples.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(samples.map(({ p99Ms }) => p99Ms)),
    processUs: medianOrNull(samples.map(({ processUs }) => processUs)),
    postgresUs: medianOrNull(samples.map(({ postgresUs }) => postgresUs)),
    ratio: median(ratios),
    p99Ratio: median(p99Ratios),
    cpuRatio: median(cpuRatios),
    wrong,
  };
}

const cpuOf = (sample: Sample | undefined): number =>
  (sample?.processUs ?? NaN) + (sample?.postgresUs ?? NaN);

function medianOrNull(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length && known.length > 0 ? median(known) : null;
}
