import { isTransient } from '../postgres/database-errors.ts';
import { isEndless, orderStatusOf, validateFeedPage } from '@procurement-intents/domain';
import type { PlatformId } from '@procurement-intents/contract';
import { type ListOrdersResult, platformOf, type PlatformOrder } from '../platforms/platform.ts';
import { Sweeper } from '../queue/sweeper.ts';
import type { ProcessingContext } from './processing-context.ts';
import type { FeedPage, ListedOrder } from './store/advance-feed.ts';
import type { FeedFailure, OrderFeed, OrderFeeds } from './store/order-feeds.ts';

type FollowerDeps = Pick<ProcessingContext, 'platforms' | 'orderTimeoutMs' | 'log'> & {
  feeds: OrderFeeds;
};

// How often a process checks whether a poll is due and whether the list can be trusted.
const CHECK_MS = 1000;
// The pause after a page with changed orders, which are likely to change again.
const BUSY_POLL_MS = 10_000;
const IDLE_POLL_MS = 30_000;
// The time that a poll takes besides its call. The lease is longer than a poll, so that two never run at once.
const LEASE_MARGIN_MS = 15_000;
// A long list is read in parts with pauses, to spread the load on the shop.
const PAGES_AT_ONCE = 20;
const PART_PAUSE_MS = 2000;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 3_600_000;
// Fewer failures in a row are normal for a network.
const FAILURES_TO_REPORT = 3;
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
    const page = await platformOf(this.#deps, this.#platform).listChangedOrders(
      { changedSince, ...(cursor !== null && { cursor }) },
      { timeoutMs: orderTimeoutMs, signal },
    );
    if (signal.aborted) await feeds.release(feed);
    else if (!page.ok) await this.#fail(feed, page);
    else return this.#applyPage(feed, page);
    return 'nothing';
  }

  async #applyPage(
    feed: OrderFeed,
    { orders, nextCursor }: Pick<Extract<ListOrdersResult, { ok: true }>, 'orders' | 'nextCursor'>,
  ): Promise<PollResult> {
    const { feeds } = this.#deps;
    const check = validateFeedPage(feed, { orders, nextCursor });
    if (!check.isUsable) {
      await this.#fail(feed, check);
      return 'nothing';
    }
    const listed = orders.map((order) => this.#listed(order)).filter((order) => order !== null);
    const pauseMs = pausesAfter(feed, nextCursor);
    const { changedUpTo } = check;
    let notified: string[];
    try {
      notified = await feeds.advance(feed, { orders: listed, changedUpTo, nextCursor, pauseMs });
    } catch (error) {
      if (isTransient(error)) throw error;
      // The database refused a value of the page; the next poll would fail by the same value.
      await this.#fail(feed, { reason: 'LIST_NOT_STORABLE' });
      return 'nothing';
    }
    this.#remember(listed, new Set(notified));
    if (nextCursor === null && feed.failures >= FAILURES_TO_REPORT) {
      this.#deps.log.info({ platform: this.#platform }, 'the list of changed orders answers again');
    }
    return nextCursor === null ? 'end' : 'page';
  }

  /** The order in the form that the store compares; null without a merchant order number or time. */
  #listed(order: PlatformOrder): ListedOrder | null {
    const { orderId, merchantOrderNo, amountPaidFen, refundedFen = null, parcels, updatedAt } = order;
    if (merchantOrderNo === undefined || updatedAt === undefined) return null;
    const news = {
      orderStatus: orderStatusOf(order),
      amountPaidFen,
      refundedFen,
      parcelCount: parcels.length,
    };
    const isNotified = this.#notified.get(orderId) === fingerprint(news);
    return { orderId, merchantOrderNo, ...news, updatedAt, isNotified };
  }

  #remember(listed: readonly ListedOrder[], notified: ReadonlySet<string>): void {
    for (const order of listed) {
      if (!notified.has(order.orderId)) continue;
      this.#notified.delete(order.orderId);
      this.#notified.set(order.orderId, fingerprint(order));
    }
    for (const orderId of this.#notified.keys()) {
      if (this.#notified.size <= MAX_NOTIFIED) return;
      this.#notified.delete(orderId);
    }
  }

  async #fail(feed: OrderFeed, { reason, retryAfterMs = 0 }: Failure): Promise<void> {
    const { log, feeds } = this.#deps;
    const failures = feed.failures + 1;
    const retryMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** feed.failures);
    await feeds.fail(feed, {
      reason,
      pauseMs: Math.max(retryMs, retryAfterMs),
      // After two failures the cursor may have expired, so the list is read from its start.
      cursor: feed.lastFailure === null && !isEndless(reason) ? feed.cursor : null,
      isSkipped: isEndless(reason),
    } satisfies FeedFailure);
    if (failures === FAILURES_TO_REPORT) {
      log.warn(
        { platform: this.#platform, reason },
        'no list of changed orders: completed orders are asked about one by one',
      );
    }
  }
}

interface Failure {
  reason: string;
  retryAfterMs?: number | undefined;
}

const fingerprint = (
  order: Omit<ListedOrder, 'orderId' | 'merchantOrderNo' | 'updatedAt' | 'isNotified'>,
): string => [order.orderStatus, order.amountPaidFen, order.refundedFen, order.parcelCount].join(' ');

function pausesAfter({ pages }: OrderFeed, nextCursor: string | null): FeedPage['pauseMs'] {
  if (nextCursor === null) return { news: BUSY_POLL_MS, none: IDLE_POLL_MS };
  const pauseMs = (pages + 1) % PAGES_AT_ONCE === 0 ? PART_PAUSE_MS : 0;
  return { news: pauseMs, none: pauseMs };
}

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
