import type { ListOrdersResult, PlatformOrder } from '../platforms/platform.ts';
import type { OrderFeed } from './store/order-feeds.ts';

// At a hundred orders a page, more than a large shop changes in a day. A longer list is taken for an endless one.
const MAX_PAGES = 1000;
// A gateway may round times to the minute.
const TOLERANCE_MS = 60_000;

type Page = Extract<ListOrdersResult, { ok: true }>;

/** A page that follows the protocol, with the newest change up to its end; or why the list does not. */
export type FeedPageCheck =
  { isUsable: true; changedUpTo: Date | null } | { isUsable: false; reason: string };

const ENDLESS_LIST = 'LIST_WITHOUT_END';
const unusable = (reason: string): FeedPageCheck => ({ isUsable: false, reason });

const newestOf = (orders: readonly PlatformOrder[]): number =>
  Math.max(...orders.map(({ updatedAt }) => updatedAt?.getTime() ?? NaN));

/** Checks whether a list follows the protocol, as far as this page shows. Pure. */
export function validateFeedPage(
  {
    changedSince,
    changedUpTo,
    cursor,
    pages,
  }: Pick<OrderFeed, 'changedSince' | 'changedUpTo' | 'cursor' | 'pages'>,
  { orders, nextCursor }: Pick<Page, 'orders' | 'nextCursor'>,
): FeedPageCheck {
  const isLast = nextCursor === null;
  if (!isLast && (nextCursor === cursor || pages + 1 >= MAX_PAGES)) return unusable(ENDLESS_LIST);
  if (orders.length === 0) return { isUsable: true, changedUpTo };
  const newest = newestOf(orders);
  // Without times the position in the list would be unknown.
  if (Number.isNaN(newest)) return unusable('LIST_WITHOUT_TIMES');
  if (newest < changedSince.getTime() - TOLERANCE_MS) return unusable('LIST_OF_OLD_CHANGES');
  return { isUsable: true, changedUpTo: new Date(Math.max(newest, changedUpTo?.getTime() ?? newest)) };
}

/** Whether the list counts as endless, so that the rest of it is skipped. */
export const isEndless = (reason: string): boolean => reason === ENDLESS_LIST;
