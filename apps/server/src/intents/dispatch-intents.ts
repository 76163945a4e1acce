import { LIMITS } from '@procurement-intents/contract';
import type { Clock } from '../infra/clock.ts';
import type { Jobs } from '../infra/jobs.ts';
import type { Logger } from '../infra/logger.ts';
import { processIntentJob } from './process-intent.job.ts';
import type { IntentRepository } from './repository.ts';
import { trackIntentJob } from './track-intent.job.ts';

export interface Dispatcher {
  /** Hands over what is due now, and says how many. */
  runOnce(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

// A due intent waits this long at most; one look at an index of waiting rows costs less than a millisecond.
const POLL_MS = 200;
const BATCH = 500;
// A job that was lost or died is replaced this long after it was handed over. A live one makes the new one drop.
const LEASE_MS = 30_000;

const FORGET_EVERY_MS = 60_000;

/** Hands due intents to the queue. Any number of dispatchers may run: a row is taken by one of them. */
export function createDispatcher(deps: {
  intents: IntentRepository;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
}): Dispatcher {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  let forgottenAt = 0;

  /** A signature's timestamp may be ahead of our clock by the skew and is refused that long after it. */
  async function forgetOldSignatures(now: Date): Promise<void> {
    if (now.getTime() - forgottenAt < FORGET_EVERY_MS) return;
    forgottenAt = now.getTime();
    await deps.intents.forgetSignedCreates(new Date(forgottenAt - 3 * LIMITS.timestampSkewMs));
  }

  async function runOnce(): Promise<number> {
    const now = deps.clock.now();
    await forgetOldSignatures(now);
    const taken = await deps.intents.takeDue(
      now,
      { limit: BATCH, retryAt: new Date(now.getTime() + LEASE_MS) },
      async (due, transaction) => {
        const completed = due.filter(({ status }) => status === 'COMPLETED').map(({ id }) => id);
        const open = due.filter(({ status }) => status !== 'COMPLETED').map(({ id }) => id);
        await deps.jobs.add(processIntentJob, open, transaction);
        await deps.jobs.add(trackIntentJob, completed, transaction);
      },
    );
    if (taken > 0) {
      deps.jobs.wake(processIntentJob);
      deps.jobs.wake(trackIntentJob);
    }
    return taken;
  }

  async function loop(): Promise<void> {
    try {
      while (!isStopped && (await runOnce()) === BATCH);
    } catch (error) {
      deps.log.warn({ err: (error as Error).message }, 'dispatching failed, trying again');
    }
    if (!isStopped) timer = setTimeout(begin, POLL_MS);
  }
  function begin(): void {
    running = loop();
  }

  return {
    runOnce,
    start: begin,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
