import { type ClockBase, refineBase } from './clock-base.ts';
import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';
import type { Logger } from '../observability/logger.ts';

export interface DatabaseClock extends Required<Clock> {
  /** Stops the measurements; the clock continues from the last one. */
  stop(): void;
}

/** The two clocks of a machine: the wall clock, which NTP and people set, and the monotonic clock. */
export interface MachineClocks {
  wallMs(): number;
  monotonicMs(): number;
}

const MACHINE: MachineClocks = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };

const MEASURE_EVERY_MS = 30_000;
// After a failure, after a slow round trip, and while the two clocks disagree.
const MEASURE_AGAIN_MS = 1000;
// More than NTP corrects between two measurements, and more than the time between the readings of two clocks.
const TOLERANCE_MS = 500;

/**
 * The database's time, by which all processes decide. A machine with a wrong clock decides nothing early.
 *
 * Between measurements the clock follows the monotonic clock, so that a step of the wall clock does not move it. The
 * monotonic clock may stop while the machine sleeps, but never runs ahead. When the two clocks disagree, the time is
 * measured again. Until then `now` may be late, so nothing is due early; `latest` follows the clock that is ahead, so
 * that no signature counts as younger than it is.
 */
export async function startDatabaseClock(
  database: Database,
  log: Logger,
  machine: MachineClocks = MACHINE,
): Promise<DatabaseClock> {
  const clock = new MeasuredClock(database, log, machine);
  await clock.measure();
  clock.start();
  return clock;
}

class MeasuredClock implements DatabaseClock {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #machine: MachineClocks;
  #base: ClockBase | null = null;
  #loggedOffsetMs = 0;
  #measuring: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #failedAtMs = -Infinity;
  #isStopped = false;

  constructor(database: Database, log: Logger, machine: MachineClocks) {
    this.#database = database;
    this.#log = log;
    this.#machine = machine;
  }

  now(): Date {
    return new Date(this.#read().monotonicMs);
  }

  latest(): Date {
    const { monotonicMs, wallMs, hasDiverged } = this.#read();
    return new Date(hasDiverged ? Math.max(monotonicMs, wallMs) : monotonicMs);
  }

  start(): void {
    const delayMs = this.#isUncertain() ? MEASURE_AGAIN_MS : MEASURE_EVERY_MS;
    this.#timer = setTimeout(() => void this.#measureSafely().finally(() => this.#startAgain()), delayMs);
    this.#timer.unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async measure(): Promise<void> {
    const sentMs = this.#machine.monotonicMs();
    const wallBeforeMs = this.#machine.wallMs();
    const [row] = await this.#database.$queryRaw<{ ms: number }[]>`
      SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;
    const receivedMs = this.#machine.monotonicMs();
    const wallMs = this.#machine.wallMs();
    if (!row) return;
    // A step during the round trip makes its length unknown, so the result is dropped, except for the first one.
    const stepMs = wallMs - wallBeforeMs - (receivedMs - sentMs);
    if (Math.abs(stepMs) > TOLERANCE_MS && this.#base) return;
    this.#base = refineBase(this.#base, { databaseMs: row.ms, sentMs, receivedMs, wallMs });
    const offsetMs = Math.round(this.#base.databaseMs - wallMs);
    if (Math.abs(offsetMs - this.#loggedOffsetMs) <= TOLERANCE_MS) return;
    this.#loggedOffsetMs = offsetMs;
    this.#log.warn({ offsetMs }, "this machine's clock differs from the database's");
  }

  /** The database's time by each clock of this machine. Starts a measurement when they disagree. */
  #read(): { monotonicMs: number; wallMs: number; hasDiverged: boolean } {
    const reading = this.#readings();
    if (reading.hasDiverged && this.#machine.monotonicMs() - this.#failedAtMs > MEASURE_AGAIN_MS) {
      void this.#measureSafely();
    }
    return reading;
  }

  #readings() {
    const { databaseMs = 0, monotonicMs = 0, wallMs = 0 } = this.#base ?? {};
    const byMonotonic = databaseMs + this.#machine.monotonicMs() - monotonicMs;
    const byWall = databaseMs + this.#machine.wallMs() - wallMs;
    const hasDiverged = Math.abs(byWall - byMonotonic) > TOLERANCE_MS;
    return { monotonicMs: byMonotonic, wallMs: byWall, hasDiverged };
  }

  #isUncertain(): boolean {
    return this.#base === null || this.#base.errorMs > TOLERANCE_MS || this.#readings().hasDiverged;
  }

  #measureSafely(): Promise<void> {
    this.#measuring ??= this.measure()
      .catch((error: unknown) => {
        this.#failedAtMs = this.#machine.monotonicMs();
        this.#log.warn({ err: (error as Error).message }, 'the clock was not measured');
      })
      .finally(() => {
        this.#measuring = null;
      });
    return this.#measuring;
  }

  #startAgain(): void {
    if (!this.#isStopped) this.start();
  }
}
