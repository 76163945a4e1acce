import type { Logger } from '../observability/logger.ts';
import { redactError } from '../observability/redact-error.ts';
import { PollingLoop } from '../polling/polling-loop.ts';
import { Sweeper } from '../polling/sweeper.ts';
import { BreakerStates } from './breaker-states.ts';
import { CallCounts } from './call-counts.ts';
import type { BreakerStore } from './store/breaker-store.ts';
import type { CountStore } from './store/count-store.ts';

const FLUSH_MS = 10_000;
const SWEEP_MS = 60_000;
const SWEPT_AT_ONCE = 2000;

/** Where counts are kept for all processes. */
export interface FigureStores {
  counts: CountStore;
  breakers: BreakerStore;
}

/** What a process counts of its calls, for all processes to read. */
export interface CallFigures {
  /** By App; the outcome is the error of a refusal, or `ANSWERED`. */
  apps: CallCounts;
  /** By platform; the outcome is that of `withMetrics`. */
  platforms: CallCounts;
  breakers: BreakerStates;
  /** Hands what was counted to the database now. */
  flush: () => Promise<void>;
  /** Hands on the rest, as the process ends. */
  stop: () => Promise<void>;
}

/** Starts to count. Every 10 s the database gets what was counted; a process that is killed takes the rest along. */
export function startCallFigures(stores: FigureStores, log: Logger): CallFigures {
  const apps = new CallCounts('app', stores.counts);
  const platforms = new CallCounts('platform', stores.counts);
  const breakers = new BreakerStates(stores.breakers);
  async function flush(): Promise<void> {
    // One that fails keeps none of the others back.
    const flushed = await Promise.allSettled([apps, platforms, breakers].map((each) => each.flush()));
    const failed = flushed.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }
  const onError = (error: unknown): void =>
    log.warn({ err: redactError(error) }, 'calls were counted, and the database could not take the counts');
  const loop = new PollingLoop({ everyMs: FLUSH_MS, poll: flush, onError });
  loop.start();
  return {
    apps,
    platforms,
    breakers,
    flush,
    async stop() {
      await loop.stop();
      breakers.clear();
      await flush().catch(onError);
    },
  };
}

/** Deletes counts that nobody reads any more, while it runs. */
export function createFigureSweeper({ counts, breakers }: FigureStores, log: Logger): Sweeper {
  return new Sweeper({
    name: 'counts of calls',
    everyMs: SWEEP_MS,
    log,
    async sweep() {
      await breakers.sweep();
      return (await counts.sweep(SWEPT_AT_ONCE)) === SWEPT_AT_ONCE;
    },
  });
}
