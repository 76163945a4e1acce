import type { PlatformId } from '@procurement-intents/contract';
import { BEARER_LIMITS } from '@procurement-intents/contract/bearer';
import type { DashboardView } from '@procurement-intents/contract/company';
import type { StoppedCalls } from '../call-figures/breaker-states.ts';
import type { CallCount, ReadCounts } from '../call-figures/call-counts.ts';
import type { QueueDepth } from '../queue/queue-depth.ts';
import type { DashboardCounts } from './store/read-counts.ts';

/** Where the facts of the dashboard are read. */
export interface FactSources {
  /** Those that the process is connected to. */
  platforms: readonly PlatformId[];
  readCounts: () => Promise<DashboardCounts>;
  countDue: () => Promise<number>;
  readQueue: () => Promise<QueueDepth>;
  readCalls: ReadCounts;
  readStopped: () => Promise<StoppedCalls[]>;
}

/** The facts of the dashboard, as they were read. */
export interface DashboardFacts {
  counts: DashboardCounts;
  queue: DashboardView['queue'];
  platforms: DashboardView['platforms'];
}

/** Reads one after the other, so that it takes one connection at a time. */
export async function readFacts(sources: FactSources): Promise<DashboardFacts> {
  const counts = await sources.readCounts();
  const queue = { due: await sources.countDue(), ...(await sources.readQueue()) };
  const calls = await sources.readCalls('platform', sources.platforms, BEARER_LIMITS.platformMinutes);
  const stopped = await sources.readStopped();
  return { counts, queue, platforms: sources.platforms.map((id) => healthOf(id, calls, stopped)) };
}

function healthOf(
  platform: PlatformId,
  counts: readonly CallCount[],
  stopped: readonly StoppedCalls[],
): DashboardView['platforms'][number] {
  const own = counts.filter(({ subject }) => subject === platform);
  const sum = (some: readonly CallCount[]): number => some.reduce((total, { count }) => total + count, 0);
  return {
    platform,
    calls: sum(own),
    failures: sum(own.filter(({ outcome }) => outcome === 'unclear')),
    stopped: stopped
      .filter((each) => each.platform === platform)
      .map(({ call, state, processes }) => ({ call, state, processes })),
  };
}
