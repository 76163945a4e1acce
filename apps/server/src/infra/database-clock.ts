import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { Logger } from './logger.ts';

export interface DatabaseClock extends Clock {
  /** Ends the measuring; the clock goes on with the last offset. */
  stop(): void;
}

const MEASURE_EVERY_MS = 30_000;
// Below it, the journey to the database and back says more than the clocks.
const NOTABLE_MS = 500;

/**
 * The database's time, kept by this machine's clock and an offset that is measured now and then. All processes decide
 * by it when an intent is due, when an order can no longer appear and in which second a call counts, so that a machine
 * whose clock is wrong decides nothing early.
 */
export async function startDatabaseClock(database: Database, log: Logger): Promise<DatabaseClock> {
  let offsetMs = 0;

  async function measure(): Promise<void> {
    const before = Date.now();
    const [row] = await database.$queryRaw<{ ms: number }[]>`
      SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;
    const journeyMs = Date.now() - before;
    if (!row) return;
    const measuredMs = row.ms - (before + journeyMs / 2);
    if (Math.abs(measuredMs - offsetMs) > NOTABLE_MS) {
      log.warn({ offsetMs: Math.round(measuredMs) }, "this machine's clock differs from the database's");
    }
    offsetMs = Math.abs(measuredMs) <= journeyMs ? 0 : measuredMs;
  }

  await measure();
  const timer = setInterval(() => {
    measure().catch((error: unknown) =>
      log.warn({ err: (error as Error).message }, 'the clock was not measured'),
    );
  }, MEASURE_EVERY_MS);
  timer.unref();
  return { now: () => new Date(Date.now() + offsetMs), stop: () => clearInterval(timer) };
}
