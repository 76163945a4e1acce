import { indexBlocked, isBlockedBy, type ShopIndex } from '@procurement-intents/domain/procurement';
import type { Logger } from '../observability/logger.ts';
import { redactError } from '../observability/redact-error.ts';
import { PollingLoop } from '../polling/polling-loop.ts';
import type { ShopStore } from './store/shop-store.ts';

// How long another process may still buy from a supplier that was blocked.
const POLL_MS = 1000;

/**
 * The shops of blocked suppliers, in memory: a create and each attempt of a purchase ask for one, and most companies block
 * none. A change in this process counts at once, one in another process within a second.
 */
export class BlockedShops {
  readonly #store: ShopStore;
  readonly #loop: PollingLoop;
  #version: string | null = null;
  #shops: ShopIndex<true> = indexBlocked([]);

  constructor(store: ShopStore, log: Logger) {
    this.#store = store;
    this.#loop = new PollingLoop({
      everyMs: POLL_MS,
      poll: () => this.refresh(),
      onError: (error) => log.warn({ err: redactError(error) }, 'blocked suppliers could not be read'),
    });
  }

  /** Reads them, and again whenever they have changed. */
  async start(): Promise<void> {
    await this.refresh();
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Whether the product belongs to a blocked supplier. */
  readonly isBlocked = (productUrl: string): boolean => isBlockedBy(productUrl, this.#shops);

  /** Reads the shops if any supplier has changed since they were read. */
  async refresh(): Promise<void> {
    const version = await this.#store.readVersion();
    if (version === this.#version) return;
    const keys = await this.#store.readBlocked();
    this.#shops = indexBlocked(keys);
    // The version was read before the shops: a change in between is found by the next poll.
    this.#version = version;
  }
}
