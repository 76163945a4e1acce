import { shuffle, spreadOf, type Spread } from './statistics.ts';
import type { Client } from './clients.ts';

const SEQUENTIAL_REQUESTS = 60;
const CONCURRENCY = 32;
const CONCURRENT_REQUESTS = 8 * CONCURRENCY;
export const WARM_ROUNDS = 8;

export interface Throughput {
  /** Requests a second, one after the other. */
  sequential: Spread;
  /** Requests a second with 32 under way. */
  concurrent: Spread;
  /** Processor time of the client for a request with 32 under way, in microseconds. */
  cpuMicros: Spread;
  /** The same three in each round over those of the floor in that round; of time and processor its inverse. */
  ratios: Ratios;
  /** The same over those of the peer that keeps the promises of a single request. */
  overBounded: Ratios;
}

interface Ratios {
  sequential: Spread;
  concurrent: Spread;
  cpu: Spread;
}

interface Round {
  sequential: number;
  concurrent: number;
  cpuMicros: number;
}

/**
 * Reads with each client in turn, round after round in an order of its own, from a service in another process.
 *
 * @param floor - the name of the client that the others are compared with; `bounded` that of a second one.
 */
export async function measureThroughput(
  clients: ReadonlyMap<string, Client>,
  { floor, bounded }: { floor: string; bounded: string },
  rounds: number,
): Promise<Map<string, Throughput>> {
  const results = new Map<string, Round[]>([...clients.keys()].map((name) => [name, []]));
  // The first rounds warm connections and compiler, and do not count: before some thousand calls, a ratio says how much of
  // each client has been compiled.
  for (let round = 1 - WARM_ROUNDS; round <= rounds; round += 1) {
    for (const [name, client] of shuffle([...clients])) {
      const result = await runRound(client);
      if (round > 0) results.get(name)?.push(result);
    }
  }
  const bases = { floor: results.get(floor) ?? [], bounded: results.get(bounded) ?? [] };
  return new Map([...results].map(([name, all]) => [name, summarize(all, bases)]));
}

async function runRound(client: Client): Promise<Round> {
  const sequential = await rateOf(SEQUENTIAL_REQUESTS, async () => {
    for (let index = 0; index < SEQUENTIAL_REQUESTS; index += 1) await client.get('int_1');
  });
  const cpuBefore = process.cpuUsage();
  const concurrent = await rateOf(CONCURRENT_REQUESTS, async () => {
    let left = CONCURRENT_REQUESTS;
    const work = async () => {
      while (left-- > 0) await client.get('int_1');
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  });
  const { user, system } = process.cpuUsage(cpuBefore);
  return { sequential, concurrent, cpuMicros: (user + system) / CONCURRENT_REQUESTS };
}

async function rateOf(requests: number, work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (requests * 1_000) / (performance.now() - startedAt);
}

function summarize(all: Round[], bases: { floor: Round[]; bounded: Round[] }): Throughput {
  const of = (part: keyof Round) => spreadOf(all.map((round) => round[part]));
  return {
    sequential: of('sequential'),
    concurrent: of('concurrent'),
    cpuMicros: of('cpuMicros'),
    ratios: compare(all, bases.floor),
    overBounded: compare(all, bases.bounded),
  };
}

function compare(all: Round[], base: Round[]): Ratios {
  // Round by round: what slowed the machine down for a while slowed both.
  const over = (part: keyof Round) =>
    spreadOf(all.map((round, index) => round[part] / (base[index]?.[part] ?? NaN)));
  return { sequential: over('sequential'), concurrent: over('concurrent'), cpu: over('cpuMicros') };
}
