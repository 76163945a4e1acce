import { CAPACITIES, DEFENCES } from '@procurement-intents/contract';
import { RATE_LIMITED } from './rate-limited.ts';
import { WaitingList } from './waiting-list.ts';

export interface CallerSharesOptions {
  /** Concurrent calls of all callers. Default `CAPACITIES.lists`. */
  total?: number;
  /** Concurrent calls of one caller. Default `DEFENCES.listsAtOnce`. */
  perCaller?: number;
  /** Waiting calls of one caller; more are refused. Default `DEFENCES.listsWaiting`. */
  waitingPerCaller?: number;
}

/** Who calls; the signal fires when nobody waits for the answer any more. */
export interface SharingCaller {
  readonly signal: AbortSignal;
}

/** Who asks for what costs as much as a list. */
export interface ListCaller {
  /**
   * Runs `work` when it is the caller's turn.
   *
   * @throws ApiError `RATE_LIMITED` when too many calls of the caller wait; what `work` throws.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

interface Share {
  running: number;
  waiting: WaitingList<void>;
}

/**
 * Divides concurrent calls, as those of lists, among callers: each has its own limit, and waiting callers are served
 * round-robin. A caller with many costly calls delays itself, and no other one waits for all of them.
 */
export class CallerShares {
  readonly #options: Required<CallerSharesOptions>;
  #running = 0;
  /** Callers with running or waiting calls, least recently served first. */
  readonly #shares = new Map<string, Share>();

  constructor({
    total = CAPACITIES.lists,
    perCaller = DEFENCES.listsAtOnce,
    waitingPerCaller = DEFENCES.listsWaiting,
  }: CallerSharesOptions = {}) {
    this.#options = { total, perCaller, waitingPerCaller };
  }

  /**
   * Runs `work` as soon as the limits allow.
   *
   * @throws ApiError `RATE_LIMITED` when too many calls of the caller wait; the reason of the caller's signal when it fires
   *   first; what `work` throws.
   */
  async run<T>(callerId: string, caller: SharingCaller, work: () => Promise<T>): Promise<T> {
    const share = this.#shareOf(callerId);
    try {
      if (this.#mayRun(share)) this.#begin(callerId, share);
      else await this.#wait(share, caller.signal);
    } catch (error) {
      this.#forgetIdle(callerId, share);
      throw error;
    }
    try {
      return await work();
    } finally {
      this.#end(callerId, share);
    }
  }

  #forgetIdle(callerId: string, share: Share): void {
    const isIdle = share.running === 0 && share.waiting.size === 0;
    // The entry may have been removed before, and replaced by a new one.
    if (isIdle && this.#shares.get(callerId) === share) this.#shares.delete(callerId);
  }

  #shareOf(callerId: string): Share {
    const known = this.#shares.get(callerId);
    if (known) return known;
    const share: Share = { running: 0, waiting: new WaitingList() };
    this.#shares.set(callerId, share);
    return share;
  }

  #mayRun({ running }: Share): boolean {
    return this.#running < this.#options.total && running < this.#options.perCaller;
  }

  #begin(callerId: string, share: Share): void {
    this.#running += 1;
    share.running += 1;
    this.#shares.delete(callerId);
    this.#shares.set(callerId, share);
  }

  #end(callerId: string, share: Share): void {
    this.#running -= 1;
    share.running -= 1;
    this.#forgetIdle(callerId, share);
    for (const [nextId, next] of this.#shares) {
      if (next.waiting.size === 0 || !this.#mayRun(next)) continue;
      this.#begin(nextId, next);
      next.waiting.grantFirst(() => true);
      return;
    }
  }

  /** Waits for the caller's turn. */
  async #wait({ waiting }: Share, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (waiting.size >= this.#options.waitingPerCaller) throw RATE_LIMITED;
    await waiting.wait(undefined, signal);
  }
}
