import { Redis } from 'ioredis';
import type { Logger } from '../../observability/logger.ts';

// Requests must not wait for their limits, so a slow store is treated as unavailable.
const COMMAND_TIMEOUT_MS = 250;
const RECONNECT_MAX_MS = 2000;
// One timeout may be a network glitch, but each of them delays a request.
const TIMEOUTS_IN_A_ROW = 3;
const PROBE_EVERY_MS = 1000;
// Stricter than for commands: a store that barely meets their timeout would become available and fail again.
const PROBE_TIMEOUT_MS = COMMAND_TIMEOUT_MS / 2;
const PROBE = "return redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])";
// A connection that is silent for this long while a reply is due is replaced.
const SILENCE_MS = 2000;

/** Redis or Valkey, used while it answers in time. Requests work without it. */
export interface SharedStore {
  /** The connection, in any state. */
  readonly redis: Redis;
  /** Whether commands are sent. */
  readonly isAvailable: boolean;
  /** Runs one command. Null when the store is unavailable, fails, or does not answer within 250 ms. */
  run<T>(command: (redis: Redis) => Promise<T>): Promise<T | null>;
  close(): void;
}

/** Connects in the background. Logs each outage once when it begins and once when it ends. */
export function openRedis(url: string, log: Logger): SharedStore {
  return new ProbedRedis(url, log);
}

class ProbedRedis implements SharedStore {
  readonly redis: Redis;
  readonly #log: Logger;
  readonly #probeTimer: NodeJS.Timeout;
  /** Resolves each pending command with null. */
  readonly #waiting = new Set<() => void>();
  #failuresInARow = 0;
  #isAvailable = false;
  #isOutageLogged = false;

  constructor(url: string, log: Logger) {
    this.#log = log;
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      // A count is useless after its second.
      autoResendUnfulfilledCommands: false,
      // Bounds the commands that do not go through `run`.
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
      // If this process was paused, replies that arrived meanwhile are read before the immediate runs.
      const timer = setTimeout(
        () => setImmediate(onFailure, 'the store does not answer'),
        COMMAND_TIMEOUT_MS,
      );
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
    this.#log.warn({ err: reason }, 'the rate limit store is unavailable: each process counts by itself');
  }

  /** Probes an unavailable store with a script that writes, so that a read-only or full store stays unavailable. */
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
    if (this.#isOutageLogged) this.#log.warn('the rate limit store is available again');
    this.#isOutageLogged = false;
  }
}
