import { LIMITS, RATE_LIMITS } from '@procurement-intents/contract';
import { ApiError } from '../errors.ts';

export interface ListSharesOptions {
  /** Lists of all Apps that run at once. Default 4. */
  total?: number;
  /** Lists of one App that run at once. Default `LIMITS.listsAtOnce`. */
  perApp?: number;
  /** Lists of one App that wait; what comes on top is refused. Default: what the rate limit lets through in a second. */
  waitingPerApp?: number;
}

/** Who asked for the list; the signal fires when nobody waits for the answer any more. */
export interface ListCaller {
  readonly signal: AbortSignal;
}

/** Lists that run in one process at once, each on one connection and one core of the database. No App has them all. */
export const LISTS_AT_ONCE = 4;
// Whoever asks for all lists of a second at once gets them, unless those of the seconds before are not done yet.
const WAITING_PER_APP = RATE_LIMITS.read;

// The App's own doing, and nothing was done yet: the same refusal as of its other limits, so that clients wait and ask
// again. Made once: whoever floods the service must not make it write a stack each time.
const TOO_MANY = new ApiError('RATE_LIMITED');

interface Share {
  running: number;
  /** Starts a waiting list; in the order in which they came. */
  waiting: Set<() => void>;
}

/**
 * Divides the lists that may run at once among Apps: each App has a bound of its own, and when places are short, waiting
 * Apps take turns. So an App with many costly lists waits for itself, and nobody else waits behind all of them.
 */
export class ListShares {
  readonly #options: Required<ListSharesOptions>;
  #running = 0;
  /** Apps with running or waiting lists; who had a turn last stands last. */
  readonly #shares = new Map<string, Share>();

  constructor({
    total = LISTS_AT_ONCE,
    perApp = LIMITS.listsAtOnce,
    waitingPerApp = WAITING_PER_APP,
  }: ListSharesOptions = {}) {
    this.#options = { total, perApp, waitingPerApp };
  }

  /**
   * Runs `list` when the App has its turn.
   *
   * @throws ApiError `RATE_LIMITED` when as many lists of the App wait already; the signal's reason when it fires first.
   */
  async run<T>(appId: string, caller: ListCaller, list: () => Promise<T>): Promise<T> {
    const share = this.#shareOf(appId);
    try {
      if (this.#mayRun(share)) this.#begin(appId, share);
      else await this.#wait(share, caller.signal);
    } catch (error) {
      this.#forgetIdle(appId, share);
      throw error;
    }
    try {
      return await list();
    } finally {
      this.#end(appId, share);
    }
  }

  #forgetIdle(appId: string, share: Share): void {
    const isIdle = share.running === 0 && share.waiting.size === 0;
    // Forgotten before, the App may have come with another share since.
    if (isIdle && this.#shares.get(appId) === share) this.#shares.delete(appId);
  }

  #shareOf(appId: string): Share {
    const known = this.#shares.get(appId);
    if (known) return known;
    const share: Share = { running: 0, waiting: new Set() };
    this.#shares.set(appId, share);
    return share;
  }

  #mayRun({ running }: Share): boolean {
    return this.#running < this.#options.total && running < this.#options.perApp;
  }

  #begin(appId: string, share: Share): void {
    this.#running += 1;
    share.running += 1;
    this.#shares.delete(appId);
    this.#shares.set(appId, share);
  }

  #end(appId: string, share: Share): void {
    this.#running -= 1;
    share.running -= 1;
    this.#forgetIdle(appId, share);
    for (const [nextId, next] of this.#shares) {
      const [start] = next.waiting;
      if (!start || !this.#mayRun(next)) continue;
      next.waiting.delete(start);
      this.#begin(nextId, next);
      start();
      return;
    }
  }

  async #wait(share: Share, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (share.waiting.size >= this.#options.waitingPerApp) throw TOO_MANY;
    const started = Promise.withResolvers<void>();
    const start = (): void => {
      signal.removeEventListener('abort', onAbort);
      started.resolve();
    };
    const onAbort = (): void => {
      // Once its turn has come, the list runs.
      if (share.waiting.delete(start)) started.reject(signal.reason);
    };
    share.waiting.add(start);
    signal.addEventListener('abort', onAbort, { once: true });
    await started.promise;
  }
}
