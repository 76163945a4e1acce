import { setImmediate as yieldToEventLoop, setTimeout as delay } from 'node:timers/promises';

/** Awaited between the slices of a long page; told what has been read since the last time, in milliseconds. */
export type Pause = (spentMs: number) => Promise<void>;

/** A page that is being read for an App. */
export interface PageReader {
  pause: Pause;
  /** Lets the App's next long page be read. */
  end(): void;
}

// Of the time of a process, long pages of one App take the first at most, those of all Apps the second.
const APP_SHARE = 1 / 4;
const TOTAL_SHARE = 1 / 2;

/** Time that is spent at a bounded rate: whoever spends some rests until it has been earned. */
class Budget {
  readonly #share: number;
  #restUntil = 0;

  constructor(share: number) {
    this.#share = share;
  }

  spend(spentMs: number, now: number): number {
    this.#restUntil = Math.max(this.#restUntil, now - spentMs) + spentMs / this.#share;
    return this.#restUntil;
  }
}

/** The promise's value, or the signal's reason when it fires first. */
async function beforeAbort<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

interface AppReading {
  budget: Budget;
  /** The pages that are open; without one the App is forgotten. */
  pages: number;
  /** Ends with the long pages before the next one. */
  tail: Promise<void>;
}

/**
 * Shares out the time in which long product pages are read, because reading holds up everything else in the process:
 * of an App one at a time, and all of them slowly enough that others are served in between. A page whose time ends
 * before its turn is left to whoever asks next.
 */
export class PageReaders {
  readonly #apps = new Map<string | undefined, AppReading>();
  readonly #total = new Budget(TOTAL_SHARE);

  /** Begins a page of the App; its waits end when `signal` fires. */
  begin(appId: string | undefined, signal: AbortSignal): PageReader {
    const app = this.#appOf(appId);
    app.pages += 1;
    const ended = Promise.withResolvers<void>();
    let isQueued = false;

    const awaitPrevious = async (): Promise<void> => {
      isQueued = true;
      const before = app.tail;
      app.tail = before.then(() => ended.promise);
      await beforeAbort(signal, before);
    };
    return {
      pause: async (spentMs) => {
        if (!isQueued) await awaitPrevious();
        const now = performance.now();
        const restMs = Math.max(app.budget.spend(spentMs, now), this.#total.spend(spentMs, now)) - now;
        await (restMs < 1 ? yieldToEventLoop(undefined, { signal }) : delay(restMs, undefined, { signal }));
      },
      end: () => {
        ended.resolve();
        app.pages -= 1;
        if (app.pages === 0) this.#apps.delete(appId);
      },
    };
  }

  #appOf(appId: string | undefined): AppReading {
    const known = this.#apps.get(appId);
    if (known) return known;
    const app = { budget: new Budget(APP_SHARE), pages: 0, tail: Promise.resolve() };
    this.#apps.set(appId, app);
    return app;
  }
}
