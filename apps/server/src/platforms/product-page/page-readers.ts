import { rest, TimeBudget } from '../../fair-share/time-budget.ts';

/** Awaited between the slices of a long page, with the time spent on reading since the last call, in milliseconds. */
export type Pause = (spentMs: number) => Promise<void>;

/** Reads one page for an App. */
export interface PageReader {
  pause: Pause;
  /** Ends the page, so that the App's next long page can be read. */
  end(): void;
}

// The share of the process's time for long pages: of one App, and of all Apps together.
const APP_SHARE = 1 / 4;
const TOTAL_SHARE = 1 / 2;

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
  budget: TimeBudget;
  /** The number of open pages; without one the entry is removed. */
  pages: number;
  /** Resolves when all long pages of the App so far have ended. */
  tail: Promise<void>;
}

/**
 * Schedules the reading of long product pages, which blocks the event loop: one page of an App at a time, and all pages
 * slowly enough that other requests are served in between. A page whose deadline passes while it waits is given up.
 */
export class PageReaders {
  readonly #apps = new Map<string | undefined, AppReading>();
  readonly #total = new TimeBudget(TOTAL_SHARE);

  /** Begins a page of the App; its pauses reject when `signal` fires. */
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
        await rest(Math.max(app.budget.spend(spentMs), this.#total.spend(spentMs)), signal);
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
    const app = { budget: new TimeBudget(APP_SHARE), pages: 0, tail: Promise.resolve() };
    this.#apps.set(appId, app);
    return app;
  }
}
