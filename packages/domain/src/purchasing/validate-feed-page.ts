// With a hundred orders a page, more than a large shop changes in a day. A longer list counts as endless.
const MAX_PAGES = 1000;
// A gateway may round times to the minute.
const TOLERANCE_MS = 60_000;

/** The position in a platform's list of changed orders. */
export interface FeedPosition {
  changedSince: Date;
  /** The newest change that was listed since `changedSince`. */
  changedUpTo: Date | null;
  /** The page that was asked for; null: the first one. */
  cursor: string | null;
  /** Pages read since `changedSince`. */
  pages: number;
}

/** A page of the list. */
export interface ListedPage {
  orders: readonly { updatedAt?: Date }[];
  /** Null at the end of the list. */
  nextCursor: string | null;
}

/** Either the newest change that is listed up to the end of this page, or the reason why the list cannot be used. */
export type FeedPageCheck =
  { isUsable: true; changedUpTo: Date | null } | { isUsable: false; reason: string };

/** The reason why an endless list cannot be used. */
export const ENDLESS_LIST = 'LIST_WITHOUT_END';
const unusable = (reason: string): FeedPageCheck => ({ isUsable: false, reason });

const newestOf = (orders: ListedPage['orders']): number =>
  Math.max(...orders.map(({ updatedAt }) => updatedAt?.getTime() ?? NaN));

/** Whether the list counts as endless, by the page that `nextCursor` follows. */
export function isEndlessList(
  { cursor, pages }: Pick<FeedPosition, 'cursor' | 'pages'>,
  nextCursor: string | null,
): boolean {
  return nextCursor !== null && (nextCursor === cursor || pages + 1 >= MAX_PAGES);
}

/** Checks a page of the list against the protocol. */
export function validateFeedPage(position: FeedPosition, { orders, nextCursor }: ListedPage): FeedPageCheck {
  if (isEndlessList(position, nextCursor)) return unusable(ENDLESS_LIST);
  const { changedSince, changedUpTo } = position;
  if (orders.length === 0) return { isUsable: true, changedUpTo };
  const newest = newestOf(orders);
  // Without times, the position in the list would be unknown.
  if (Number.isNaN(newest)) return unusable('LIST_WITHOUT_TIMES');
  if (newest < changedSince.getTime() - TOLERANCE_MS) return unusable('LIST_OF_OLD_CHANGES');
  return { isUsable: true, changedUpTo: new Date(Math.max(newest, changedUpTo?.getTime() ?? newest)) };
}

/** Whether the reason is an endless list, whose rest is skipped. */
export const isEndlessListReason = (reason: string): boolean => reason === ENDLESS_LIST;
