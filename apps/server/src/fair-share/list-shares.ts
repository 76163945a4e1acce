import { DEFENCES } from '@procurement-intents/contract';
import { WaitingList } from './waiting-list.ts';

export interface ListSharesOptions {
  /** Concurrent lists of all Apps. Default 4. */
  total?: number;
  /** Concurrent lists of one App. Default `DEFENCES.listsAtOnce`. */
  perApp?: number;
  /** Waiting lists of one App; more are refused. Default `DEFENCES.listsWaiting`. */
  waitingPerApp?: number;
}

/** The caller of a list; the signal fires when it no longer waits for the answer. */
export interface ListCaller {
  readonly signal: AbortSignal;
}

/** Concurrent lists in one process, each using one connection and one core of the database. One App never gets all. */
export const LISTS_AT_ONCE = 4;

interface Share {
  running: number;
  waiting: WaitingList<void>;
}

/**
 * Divides concurrent lists among Apps: each App has its own limit, and waiting Apps are served round-robin. An App with
 * many costly lists delays itself, and no other App waits for all of them.
 */
export class ListShares {
  readonly #options: Required<ListSharesOptions>;
  #running = 0;
  /** Apps with running or waiting lists, least recently served first. */
  readonly #shares = new Map<string, Share>();

  constructor({
    total = LISTS_AT_ONCE,
    perApp = DEFENCES.listsAtOnce,
    waitingPerApp = DEFENCES.listsWaiting,
  }: ListSharesOptions = {}) {
    this.#options = { total, perApp, waitingPerApp };
  }

  /**
   * Runs `list` as soon as the limits allow. Null when too many lists of the App wait.
   *
   * @throws the reason of the caller's signal when it fires first.
   */
  async run<T extends object>(appId: string, caller: ListCaller, list: () => Promise<T>): Promise<T | null> {
    const share = this.#shareOf(appId);
    try {
      if (this.#mayRun(share)) this.#begin(appId, share);
      else if (!(await this.#wait(share, caller.signal))) return null;
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
    // The entry may have been removed before, and replaced by a new one.
    if (isIdle && this.#shares.get(appId) === share) this.#shares.delete(appId);
  }

  #shareOf(appId: string): Share {
    const known = this.#shares.get(appId);
    if (known) return known;
    const share: Share = { running: 0, waiting: new WaitingList() };
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
      if (next.waiting.size === 0 || !this.#mayRun(next)) continue;
      this.#begin(nextId, next);
      next.waiting.grantFirst(() => true);
      return;
    }
  }

  /** Waits for the App's turn. False when too many lists of the App wait. */
  async #wait({ waiting }: Share, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    if (waiting.size >= this.#options.waitingPerApp) return false;
    await waiting.wait(undefined, signal);
    return true;
  }
}
