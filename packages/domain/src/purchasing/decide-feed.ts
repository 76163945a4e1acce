import { DAY_MS } from '@procurement-intents/contract';
import {
  type FeedPosition,
  isEndlessListReason,
  type ListedPage,
  validateFeedPage,
} from './validate-feed-page.ts';

/** The position in a platform's list of changed orders, and how its reading has gone. */
export interface FeedState extends FeedPosition {
  /** When the list was last begun at `changedSince`; null before the first page. */
  passBegunAt: Date | null;
  /** Failed polls since the end of the list was read. */
  failures: number;
  /** Why the previous poll failed; null when it did not. */
  lastFailure: string | null;
  /** When the end of the list was last read. */
  caughtUpAt: Date | null;
}

/** What a poll got from the platform: a page, or none. */
export type FeedAnswer<Order> =
  | { ok: true; orders: readonly Order[]; nextCursor: string | null }
  | { ok: false; reason: string; retryAfterMs?: number };

/** What a poll changes. */
export interface FeedDecision<Order> {
  outcome: 'failed' | 'page' | 'end';
  next: FeedState;
  /** The orders to compare with their intents. */
  orders: readonly Order[];
  /** The pause before the next poll: when an intent was made due, and when none was. */
  pauseMs: { news: number; none: number };
  /** What to tell operators: the list has become unusable, or it answers again. */
  report: 'unusable' | 'usable' | null;
}

/** The first poll starts this far back, because the clock of a shop may be behind. Requests for single orders find older changes. */
export const FIRST_POLL_BACK_MS = 3_600_000;

// Read again on the next pass: the platform may commit a change after it has listed later ones.
const OVERLAP_MS = 60_000;
// The pause after a page with changed orders, which are likely to change again.
const BUSY_POLL_MS = 10_000;
const IDLE_POLL_MS = 30_000;
// A long list is read in parts with pauses, to spread the load on the shop.
const PAGES_AT_ONCE = 20;
const PART_PAUSE_MS = 2000;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 3_600_000;
// Fewer failures in a row are normal for a network.
const FAILURES_TO_REPORT = 3;
const TRUSTED_AFTER_END_MS = 5 * 60_000;
const TRUSTED_AFTER_PROOF_MS = 7 * DAY_MS;

/**
 * Decides what the answer to a poll changes: the position, the pause, and which orders are compared with their intents.
 * The position never goes back.
 *
 * @param begunAt - when the poll began. Changes may have been committed since that the page does not hold.
 */
export function decideFeed<Order extends ListedPage['orders'][number]>(
  feed: FeedState,
  answer: FeedAnswer<Order>,
  begunAt: Date,
): FeedDecision<Order> {
  if (!answer.ok) return failed(feed, answer, begunAt);
  const check = validateFeedPage(feed, answer);
  if (!check.isUsable) return failed(feed, check, begunAt);
  const { orders, nextCursor } = answer;
  if (nextCursor === null) return { ...ended(feed, check.changedUpTo, begunAt), orders };
  const pages = feed.pages + 1;
  const passBegunAt = passBegunAtOf(feed, begunAt);
  const pauseMs = pages % PAGES_AT_ONCE === 0 ? PART_PAUSE_MS : 0;
  return {
    outcome: 'page',
    next: {
      ...feed,
      changedUpTo: check.changedUpTo,
      cursor: nextCursor,
      pages,
      passBegunAt,
      lastFailure: null,
    },
    orders,
    pauseMs: { news: pauseMs, none: pauseMs },
    report: null,
  };
}

const AT_START = { changedUpTo: null, cursor: null, pages: 0, passBegunAt: null } as const;

const passBegunAtOf = ({ cursor, passBegunAt }: FeedState, begunAt: Date): Date =>
  cursor === null ? begunAt : (passBegunAt ?? begunAt);

function ended(
  feed: FeedState,
  changedUpTo: Date | null,
  begunAt: Date,
): Omit<FeedDecision<never>, 'orders'> {
  const changedSince = changedUpTo ? nextChangedSince(feed, changedUpTo, begunAt) : feed.changedSince;
  return {
    outcome: 'end',
    next: { ...AT_START, changedSince, failures: 0, lastFailure: null, caughtUpAt: begunAt },
    pauseMs: { news: BUSY_POLL_MS, none: IDLE_POLL_MS },
    report: feed.failures >= FAILURES_TO_REPORT ? 'usable' : null,
  };
}

function failed(
  feed: FeedState,
  { reason, retryAfterMs = 0 }: { reason: string; retryAfterMs?: number },
  begunAt: Date,
): FeedDecision<never> {
  const failures = feed.failures + 1;
  const retryMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** feed.failures);
  const pauseMs = Math.max(retryMs, retryAfterMs);
  // After two failures the cursor may have expired, so the list is read from its start.
  const isKept = feed.lastFailure === null && feed.cursor !== null && !isEndlessListReason(reason);
  return {
    outcome: 'failed',
    next: {
      ...feed,
      ...(!isKept && AT_START),
      // The rest of an endless list is skipped.
      ...(isEndlessListReason(reason) && { changedSince: nextChangedSince(feed, begunAt, begunAt) }),
      failures,
      lastFailure: reason,
    },
    orders: [],
    pauseMs: { news: pauseMs, none: pauseMs },
    report: failures === FAILURES_TO_REPORT ? 'unusable' : null,
  };
}

function nextChangedSince(feed: FeedState, upTo: Date, begunAt: Date): Date {
  // The clock of the shop may be ahead.
  const newest = Math.min(upTo.getTime(), begunAt.getTime());
  // A page that was read early in a long pass lacks what was committed since. The clock of the shop may also be behind, so
  // the length of the pass counts, not its beginning.
  const passMs = begunAt.getTime() - passBegunAtOf(feed, begunAt).getTime();
  return new Date(Math.max(feed.changedSince.getTime(), newest - passMs - OVERLAP_MS));
}

/**
 * Whether the list can be trusted to name every change: its end was read lately, and it has named an order of this
 * service that changed within a week.
 */
export function isFeedTrusted(
  { caughtUpAt, provenAt }: { caughtUpAt: Date | null; provenAt: Date | null },
  now: Date,
): boolean {
  const isWithin = (at: Date | null, ms: number): boolean => at !== null && now.getTime() - at.getTime() < ms;
  return isWithin(caughtUpAt, TRUSTED_AFTER_END_MS) && isWithin(provenAt, TRUSTED_AFTER_PROOF_MS);
}
