import { DEFENCES } from '@procurement-intents/contract';
import { ApiError } from '@procurement-intents/domain';
import { redactError } from '../observability/redact-error.ts';
import type { Logger } from '../observability/logger.ts';
import { PollingLoop } from '../polling/polling-loop.ts';
import type { FeedStore } from './store/feed-store.ts';

const POLL_MS = 200;

interface Waiter {
  after: number;
  wake: () => void;
}

/**
 * The calls of this process that wait for events. All of them together cost one query each 200 ms, and none while nobody
 * waits.
 */
export class FeedWaits {
  readonly #waiting = new Map<string, Set<Waiter>>();
  readonly #calls = new Map<string, number>();
  readonly #feed: Pick<FeedStore, 'readLast'>;
  readonly #isDraining: () => boolean;
  readonly #log: Logger;
  #loop: PollingLoop | undefined;

  /** @param options.isDraining - while it is true nobody waits. */
  constructor(options: { feed: Pick<FeedStore, 'readLast'>; isDraining: () => boolean; log: Logger }) {
    this.#feed = options.feed;
    this.#isDraining = options.isDraining;
    this.#log = options.log;
  }

  get isDraining(): boolean {
    return this.#isDraining();
  }

  /**
   * Runs a call that may wait several times.
   *
   * @throws ApiError `RATE_LIMITED` when five of this waiter wait already.
   */
  async run<T>(waiter: string, call: () => Promise<T>): Promise<T> {
    const calls = this.#calls.get(waiter) ?? 0;
    if (calls >= DEFENCES.feedWaits) throw new ApiError('RATE_LIMITED', { headers: { 'Retry-After': '1' } });
    this.#calls.set(waiter, calls + 1);
    try {
      return await call();
    } finally {
      const left = (this.#calls.get(waiter) ?? 1) - 1;
      if (left > 0) this.#calls.set(waiter, left);
      else this.#calls.delete(waiter);
    }
  }

  /** Resolves once the App has an event after this one, after `timeoutMs`, when `signal` fires, or at the shutdown. */
  async forEvent(appId: string, after: number, { timeoutMs, signal }: WaitOptions): Promise<void> {
    if (signal.aborted || this.#isDraining()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter: Waiter = { after, wake: resolve };
    const timer = setTimeout(resolve, timeoutMs);
    signal.addEventListener('abort', waiter.wake, { once: true });
    const waiters = this.#waiting.get(appId) ?? new Set();
    this.#waiting.set(appId, waiters.add(waiter));
    this.#watch();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', waiter.wake);
      waiters.delete(waiter);
      if (waiters.size === 0) this.#waiting.delete(appId);
    }
  }

  #watch(): void {
    if (this.#loop) return;
    this.#loop = new PollingLoop({
      everyMs: POLL_MS,
      poll: () => this.#poll(),
      onError: (error) =>
        this.#log.warn({ err: redactError(error) }, 'waiting calls of the feed could not be checked'),
    });
    this.#loop.start();
  }

  async #poll(): Promise<void> {
    if (this.#waiting.size === 0) {
      void this.#loop?.stop();
      this.#loop = undefined;
      return;
    }
    if (this.#isDraining()) return this.#wake(() => true);
    const last = await this.#feed.readLast([...this.#waiting.keys()]);
    this.#wake((appId, { after }) => (last.get(appId) ?? 0) > after);
  }

  #wake(isTold: (appId: string, waiter: Waiter) => boolean): void {
    for (const [appId, waiters] of this.#waiting) {
      for (const waiter of waiters) if (isTold(appId, waiter)) waiter.wake();
    }
  }
}

interface WaitOptions {
  timeoutMs: number;
  signal: AbortSignal;
}
