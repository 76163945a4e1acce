import type { Logger } from '../observability/logger.ts';
import { redactError } from '../observability/redact-error.ts';
import { PollingLoop } from '../polling/polling-loop.ts';
import { Sweeper } from '../polling/sweeper.ts';
import type { Database } from '../postgres/database.ts';
import { BreakerStates } from './breaker-states.ts';
import { CallCounts } from './call-counts.ts';
import { createBreakerStore } from './store/breaker-store.ts';
import { createCountStore } from './store/count-store.ts';

const FLUSH_MS = 10_000;
const SWEEP_MS = 60_000;
const SWEPT_AT_ONCE = 2000;

/** What a process counts of its calls, for all processes to read. */
export interface CountedCalls {
  /** By App; the outcome is the error of a refusal, or {@link ANSWERED}. */
  apps: CallCounts;
  /** By platform; the outcome is that of `withMetrics`. */
  platforms: CallCounts;
  breakers: BreakerStates;
  /** Hands what was counted to the database now. */
  flush: () => Promise<void>;
  /** Hands on the rest, as the process ends. */
  stop: () => Promise<void>;
}

/** The outcome of a call of an App that was not refused. */
export const ANSWERED = '';

/** Starts to count. Every 10 s the database gets what was counted; a process that is killed takes the rest along. */
export function startCountingCalls(database: Pick<Database, 'rows'>, log: Logger): CountedCalls {
  const store = createCountStore(database);
  const apps = new CallCounts('app', store);
  const platforms = new CallCounts('platform', store);
  const breakers = new BreakerStates(createBreakerStore(database));
  async function flush(): Promise<void> {
    await apps.flush();
    await platforms.flush();
    await breakers.flush();
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
export function createCallCountSweeper(database: Pick<Database, 'rows'>, log: Logger): Sweeper {
  const counts = createCountStore(database);
  const breakers = createBreakerStore(database);
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
