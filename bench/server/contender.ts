import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../sdk/statistics.ts';
import { cpuSeconds, cpuSecondsWithChildren } from './cpu-time.ts';
import { type Loader, type LoadResult, type NextRequest, openLoader } from './loader.ts';
import type { ServerProcess } from './processes.ts';
import type { Stage } from './stage.ts';

/** One round of one contender. */
export interface Sample {
  /** Requests, or what they hold, where a row counts that. */
  requestsPerSecond: number;
  /** Of whole requests. */
  p50Ms: number;
  p99Ms: number;
  /** CPU time of each, of the server process and of all of Postgres; null where it cannot be read. */
  processUs: number | null;
  postgresUs: number | null;
  /** Answers with another status than the row expects, by status. */
  wrong: Record<string, number>;
}

export interface Contender {
  name: string;
  /** Brings the server to the state of one that has been in service, without a figure. */
  warmUp(seconds: number): Promise<void>;
  sample(seconds: number): Promise<Sample>;
  close(): Promise<void>;
}

export interface HttpContender {
  name: string;
  stage: Stage;
  server: ServerProcess;
  connections: number;
  expectedStatus: number;
  /** Signs the requests of a round before it begins; `count` is how many may be needed. */
  prepare: (count: number) => NextRequest;
  /** The most that one App may ask in a second, where a row asks for one App alone. */
  perSecond?: number;
  /** What each request holds of what the row counts. Default 1. */
  countsFor?: number;
  /** What the server is warmed up with, where that may not be the row's own. Default `prepare`. */
  prepareWarmUp?: HttpContender['prepare'];
}

// What a first round may need; later ones go by what the last one did.
const FIRST_PER_SECOND = 6000;
const HEADROOM = 1.6;

/** A server on this machine under load, with the CPU time that it and Postgres spend on it. */
export function httpContender(options: HttpContender): Contender {
  const { name, stage, server, prepare, countsFor = 1 } = options;
  const firstPerSecond = FIRST_PER_SECOND / countsFor;
  let perSecond = firstPerSecond;

  function plan(seconds: number): (loader: Loader) => Promise<LoadResult> {
    if (options.perSecond !== undefined) {
      const size = options.perSecond;
      return (loader) =>
        inBursts(
          () => prepare(size),
          (next, left) => loader.run(next, left),
          seconds,
        );
    }
    const next = prepare(Math.ceil(perSecond * HEADROOM * seconds));
    return (loader) => loader.run(next, seconds);
  }

  async function warmUp(seconds: number): Promise<void> {
    const next = (options.prepareWarmUp ?? prepare)(Math.ceil(firstPerSecond * seconds));
    const loader = await openLoader(server.port, options.connections);
    const { answers, seconds: took } = await loader.run(next, seconds);
    loader.close();
    perSecond = answers / took;
  }

  return {
    name,
    warmUp,
    async sample(seconds) {
      const run = plan(seconds);
      await stage.settle();
      // New connections for each round: servers close those that idle while others have their turn.
      const loader = await openLoader(server.port, options.connections);
      const before = cpuNow(server, stage);
      const result = await run(loader);
      const after = cpuNow(server, stage);
      loader.close();
      perSecond = result.answers / result.seconds;
      const counted = result.answers * countsFor;
      return {
        requestsPerSecond: perSecond * countsFor,
        p50Ms: quantile(result.latenciesMs, 0.5),
        p99Ms: quantile(result.latenciesMs, 0.99),
        processUs: perRequest(before.process, after.process, counted),
        postgresUs: perRequest(before.postgres, after.postgres, counted),
        wrong: Object.fromEntries(
          [...result.statuses].filter(([status]) => status !== options.expectedStatus),
        ),
      };
    },
    close: () => server.stop(),
  };
}

function cpuNow(server: ServerProcess, stage: Stage) {
  return { process: cpuSeconds(server.pid), postgres: cpuSecondsWithChildren(stage.postgres.pid) };
}

export function perRequest(before: number | null, after: number | null, requests: number): number | null {
  return before === null || after === null ? null : ((after - before) * 1e6) / requests;
}

/**
 * One App's limit stays in force: each whole second begins one burst, and only the time in which requests were under
 * way counts.
 */
async function inBursts(
  prepare: () => NextRequest,
  run: (next: NextRequest, seconds: number) => Promise<LoadResult>,
  seconds: number,
): Promise<LoadResult> {
  const total: LoadResult = { answers: 0, seconds: 0, latenciesMs: [], statuses: new Map() };
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    const next = prepare();
    await delay(1000 - (Date.now() % 1000) + 2);
    const burst = await run(next, seconds);
    total.answers += burst.answers;
    total.seconds += burst.seconds;
    for (const latency of burst.latenciesMs) total.latenciesMs.push(latency);
    for (const [status, count] of burst.statuses) {
      total.statuses.set(status, (total.statuses.get(status) ?? 0) + count);
    }
  }
  return total;
}
