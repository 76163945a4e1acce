import { type ClockBase, refineBase } from './clock-base.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { Logger } from '../observability/logger.ts';

export interface DatabaseClock extends Required<Clock> {
  /** Ends the measuring; the clock goes on from the last measurement. */
  stop(): void;
}

/** The two clocks of a machine: the one that people and NTP set, and the one that only counts on. */
export interface MachineClocks {
  wallMs(): number;
  monotonicMs(): number;
}

const MACHINE: MachineClocks = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };

const MEASURE_EVERY_MS = 30_000;
// After a failure, and as long as the clock has lost its way or the journey was slow.
const MEASURE_AGAIN_MS = 1000;
// Above what NTP corrects between two measurements, and what a busy machine loses between the reading of two clocks.
const TOLERANCE_MS = 500;

/**
 * The database's time, by which all processes decide when an intent is due and in which second a call counts: a machine
 * whose clock is wrong decides nothing early.
 *
 * It runs on the monotonic clock from the last measurement, so no step of the wall clock moves it. The monotonic clock
 * can stand still (a machine that sleeps) but never run ahead. So when the two clocks part, the time is measured again
 * at once, and until then `now` stays with the monotonic one: it may be late, and nothing falls due early. `latest`
 * follows the one that is ahead: no signature is taken for younger than it is.
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
    // The machine slept, or was set, on the way: nobody knows how long the journey was. The first must do for a start.
    const stepMs = wallMs - wallBeforeMs - (receivedMs - sentMs);
    if (Math.abs(stepMs) > TOLERANCE_MS && this.#base) return;
    this.#base = refineBase(this.#base, { databaseMs: row.ms, sentMs, receivedMs, wallMs });
    const offsetMs = Math.round(this.#base.databaseMs - wallMs);
    if (Math.abs(offsetMs - this.#loggedOffsetMs) <= TOLERANCE_MS) return;
    this.#loggedOffsetMs = offsetMs;
    this.#log.warn({ offsetMs }, "this machine's clock differs from the database's");
  }

  /** The database's time by either clock of this machine; where they part, a measurement begins. */
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
