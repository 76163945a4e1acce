import { Redis } from 'ioredis';
import type { Logger } from '../../observability/logger.ts';

// A limit is worth less than the request that it counts: a slow store is treated as one that is gone.
const COMMAND_TIMEOUT_MS = 250;
const RECONNECT_MAX_MS = 2000;
// One may be a hiccup of the network, and each of them is a request that waited.
const TIMEOUTS_IN_A_ROW = 3;
const PROBE_EVERY_MS = 1000;
// A store that answers just within the timeout would come and go.
const PROBE_TIMEOUT_MS = COMMAND_TIMEOUT_MS / 2;
const PROBE = "return redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])";
// A connection that has carried nothing for so long while an answer was due is replaced.
const SILENCE_MS = 2000;

/** Redis or Valkey as a store that requests can do without: it is asked while it answers, and never waited for else. */
export interface SharedStore {
  /** The connection, in whatever state it is. */
  readonly redis: Redis;
  /** Whether commands are sent at all. */
  readonly isAvailable: boolean;
  /** Runs one command. Null when the store is away or does not answer well within 250 ms. */
  run<T>(command: (redis: Redis) => Promise<T>): Promise<T | null>;
  close(): void;
}

/** Connects in the background. The log tells once that the store is away, and once that it is back. */
export function openRedis(url: string, log: Logger): SharedStore {
  return new ProbedRedis(url, log);
}

class ProbedRedis implements SharedStore {
  readonly redis: Redis;
  readonly #log: Logger;
  readonly #probeTimer: NodeJS.Timeout;
  /** Ends the waiting of every command under way. */
  readonly #waiting = new Set<() => void>();
  #failuresInARow = 0;
  #isAvailable = false;
  #isOutageLogged = false;

  constructor(url: string, log: Logger) {
    this.#log = log;
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      // A count whose second has passed is worth nothing.
      autoResendUnfulfilledCommands: false,
      // For the commands that no request waits for.
      commandTimeout: 2 * COMMAND_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), RECONNECT_MAX_MS),
    });
    this.redis.on('ready', () => void this.#probe());
    this.redis.on('error', (error: Error) => this.#markUnavailable(error.message));
    this.redis.on('close', () => this.#markUnavailable('the connection was closed'));
    this.#probeTimer = setInterval(() => void this.#probe(), PROBE_EVERY_MS);
    this.#probeTimer.unref();
  }

  get isAvailable(): boolean {
    return this.#isAvailable;
  }

  run<T>(command: (redis: Redis) => Promise<T>): Promise<T | null> {
    if (!this.#isAvailable) return Promise.resolve(null);
    return new Promise((resolve) => {
      const end = (answer: T | null): boolean => {
        clearTimeout(timer);
        resolve(answer);
        return this.#waiting.delete(giveUp);
      };
      const giveUp = (): void => void end(null);
      const onFailure = (reason: string): void => {
        if (end(null)) this.#countFailure(reason);
      };
      // An answer that came while this process itself stood still is read before the immediate.
      const timer = setTimeout(() => setImmediate(onFailure, 'it does not answer'), COMMAND_TIMEOUT_MS);
      this.#waiting.add(giveUp);
      const onAnswer = (answer: T): void => {
        if (end(answer)) this.#failuresInARow = 0;
      };
      command(this.redis).then(onAnswer, (error: unknown) => onFailure((error as Error).message));
    });
  }

  close(): void {
    clearInterval(this.#probeTimer);
    this.#isOutageLogged = true;
    this.redis.disconnect();
  }

  #countFailure(reason: string): void {
    this.#failuresInARow += 1;
    if (this.#failuresInARow >= TIMEOUTS_IN_A_ROW) this.#markUnavailable(reason);
  }

  #markUnavailable(reason: string): void {
    this.#isAvailable = false;
    for (const giveUp of this.#waiting) giveUp();
    if (this.#isOutageLogged) return;
    this.#isOutageLogged = true;
    this.#log.warn({ err: reason }, 'the rate limit store is away: every process counts for itself');
  }

  /** Lets a store that is away do what counting needs, so that one that only reads, or is full, stays away. */
  async #probe(): Promise<void> {
    if (this.#isAvailable || this.redis.status !== 'ready') return;
    const startedAt = performance.now();
    try {
      await this.redis.eval(PROBE, 1, 'procurement:probe', PROBE_EVERY_MS);
    } catch {
      return;
    }
    if (performance.now() - startedAt > PROBE_TIMEOUT_MS || this.redis.status !== 'ready') return;
    this.#failuresInARow = 0;
    this.#isAvailable = true;
    if (this.#isOutageLogged) this.#log.warn('the rate limit store is back');
    this.#isOutageLogged = false;
  }
}
