import { isTransient } from '../postgres/database-errors.ts';
import {
  decideFeed,
  type FeedAnswer,
  type FeedDecision,
  type ListedState,
  listedStateOf,
} from '@procurement-intents/domain';
import type { PlatformId } from '@procurement-intents/contract';
import { type PlatformOrder } from '../platforms/platform.ts';
import { platformOf } from '../platforms/platform-of.ts';
import { Sweeper } from '../polling/sweeper.ts';
import type { ProcessingContext } from './processing-context.ts';
import type { OrderFeed, OrderFeeds } from './store/order-feeds.ts';
import type { FeedOrder } from './store/update-feed.ts';

type FollowerDeps = Pick<ProcessingContext, 'platforms' | 'orderTimeoutMs' | 'log'> & {
  feeds: OrderFeeds;
};

// How often a process checks whether a poll is due and whether the list can be trusted.
const CHECK_MS = 1000;
// The time that a poll takes besides its call. The lease is longer than a poll, so that two never run at once.
const LEASE_MARGIN_MS = 15_000;
// How long the trust in a list lasts after it was read from the database.
const TRUSTED_FOR_MS = 30_000;
const MAX_NOTIFIED = 10_000;

type PollResult = 'nothing' | 'page' | 'end';

/**
 * Follows a platform's list of changed orders, which replaces a request for each completed order. The position is in the
 * database: one process at a time polls, and another continues when it dies. A listed change only makes the intent due;
 * an attempt then reads the order and writes the change.
 */
export class OrderFollower {
  readonly #platform: PlatformId;
  readonly #deps: FollowerDeps;
  readonly #stopping = new AbortController();
  readonly #sweeper: Sweeper;
  /** The last state for which each intent was made due. An order that differs from its list is thus read once, not on every poll. */
  readonly #notified = new Map<string, string>();
  #trustedUntil = -Infinity;

  constructor(platform: PlatformId, deps: FollowerDeps) {
    this.#platform = platform;
    this.#deps = deps;
    this.#sweeper = new Sweeper({
      name: `changed orders of ${platform}`,
      everyMs: CHECK_MS,
      sweep: async () => (await this.poll()) === 'page',
      log: deps.log,
    });
  }

  /** Whether the list names every change, as far as this process knows. */
  get isTrusted(): boolean {
    return performance.now() < this.#trustedUntil;
  }

  start(): void {
    this.#sweeper.start();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#sweeper.stop();
  }

  /** Reads the next page of the list if a poll is due and no other process has begun it. */
  async poll(): Promise<PollResult> {
    const { feeds, orderTimeoutMs } = this.#deps;
    const { isDue, isTrusted } = await feeds.read(this.#platform);
    this.#trustedUntil = isTrusted ? performance.now() + TRUSTED_FOR_MS : -Infinity;
    if (!isDue) return 'nothing';
    const feed = await feeds.begin(this.#platform, orderTimeoutMs + LEASE_MARGIN_MS);
    if (!feed) return 'nothing';
    const { changedSince, cursor } = feed;
    const { signal } = this.#stopping;
    const answer = await platformOf(this.#deps, this.#platform).listChangedOrders(
      { changedSince, ...(cursor !== null && { cursor }) },
      { timeoutMs: orderTimeoutMs, signal },
    );
    if (!signal.aborted) return this.#apply(feed, answer);
    await feeds.release(feed);
    return 'nothing';
  }

  async #apply(feed: OrderFeed, answer: FeedAnswer<PlatformOrder>): Promise<PollResult> {
    const { outcome, next, orders, pauseMs, report } = decideFeed(feed, answer, feed.begunAt);
    const listed = orders.map((order) => this.#listed(order)).filter((order) => order !== null);
    try {
      const notified = await this.#deps.feeds.update(feed, { next, pauseMs, orders: listed });
      this.#remember(listed, new Set(notified));
    } catch (error) {
      if (outcome === 'failed' || isTransient(error)) throw error;
      // The database refused a value of the page; the next poll would fail by the same value.
      return this.#apply(feed, { ok: false, reason: 'LIST_NOT_STORABLE' });
    }
    this.#report(report, next.lastFailure);
    return outcome === 'failed' ? 'nothing' : outcome;
  }

  #report(report: FeedDecision<never>['report'], reason: string | null): void {
    const { log } = this.#deps;
    if (report === 'usable') {
      log.info({ platform: this.#platform }, 'the list of changed orders answers again');
    } else if (report === 'unusable') {
      log.warn(
        { platform: this.#platform, reason },
        'no list of changed orders: completed orders are asked about one by one',
      );
    }
  }

  /** The order in the form that the store compares; null without a merchant order number or time. */
  #listed(order: PlatformOrder): FeedOrder | null {
    const { orderId, merchantOrderNo, updatedAt } = order;
    if (merchantOrderNo === undefined || updatedAt === undefined) return null;
    const state = listedStateOf(order);
    const isNotified = this.#notified.get(orderId) === fingerprint(state);
    return { orderId, merchantOrderNo, state, updatedAt, isNotified };
  }

  #remember(listed: readonly FeedOrder[], notified: ReadonlySet<string>): void {
    for (const { orderId, state } of listed) {
      if (!notified.has(orderId)) continue;
      this.#notified.delete(orderId);
      this.#notified.set(orderId, fingerprint(state));
    }
    for (const orderId of this.#notified.keys()) {
      if (this.#notified.size <= MAX_NOTIFIED) return;
      this.#notified.delete(orderId);
    }
  }
}

const fingerprint = (state: ListedState): string => Object.values(state).join(' ');

/** One follower for each platform: a list that hangs delays no other. Any number of processes may follow. */
export class OrderFollowers {
  readonly #followers: ReadonlyMap<PlatformId, OrderFollower>;

  constructor(deps: FollowerDeps) {
    this.#followers = new Map([...deps.platforms.keys()].map((id) => [id, new OrderFollower(id, deps)]));
  }

  /** Whether the platform's list names every change, so that requests for single orders are only a safety net. */
  readonly isTrusted = (platform: PlatformId): boolean => this.#followers.get(platform)?.isTrusted ?? false;

  start(): void {
    for (const follower of this.#followers.values()) follower.start();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#followers.values()].map((follower) => follower.stop()));
  }
}
