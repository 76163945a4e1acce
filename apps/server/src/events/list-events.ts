import { type EventPageView, LATEST_CURSOR, type ListEventsInput } from '@procurement-intents/contract';
import {
  feedQueryOf,
  type FeedQuery,
  feedSpan,
  feedStart,
  presentEventPage,
} from '@procurement-intents/domain';
import type { FeedWaits } from './feed-waits.ts';
import type { FeedStore } from './store/feed-store.ts';

export interface EventsContext {
  feed: FeedStore;
  waits: FeedWaits;
}

export interface ReaderOptions {
  /** Ends the wait of a caller who has gone. */
  signal: AbortSignal;
  /** Who waits: five calls of each may. Default: the App. */
  waiter?: string;
}

/** Reads the feed of an App for somebody else. */
export type ReadEvents = (
  appId: string,
  input: ListEventsInput,
  options: ReaderOptions,
) => Promise<EventPageView>;

/**
 * The events of an App after a cursor. With `wait` and without any, answers with the first one that comes.
 *
 * @throws ApiError `EVENTS_EXPIRED`; `RATE_LIMITED` when too many calls of the App wait; ValidationError for a cursor that
 *   no event has had.
 */
export async function listEvents(
  context: EventsContext,
  appId: string,
  input: ListEventsInput,
  { signal, waiter = appId }: ReaderOptions,
): Promise<EventPageView> {
  const query = feedQueryOf(input);
  const first = await readPage(context, appId, query);
  if (query.waitMs === 0 || first.items.length > 0) return first;
  return context.waits.run(waiter, () => awaitEvent(context, appId, query, { first, signal }));
}

async function awaitEvent(
  context: EventsContext,
  appId: string,
  query: FeedQuery,
  { first, signal }: { first: EventPageView; signal: AbortSignal },
): Promise<EventPageView> {
  const until = performance.now() + query.waitMs;
  let page = first;
  for (;;) {
    const timeoutMs = until - performance.now();
    if (page.items.length > 0 || timeoutMs <= 0 || signal.aborted || context.waits.isDraining) return page;
    const cursor = Number(page.nextCursor);
    if (!page.hasMore) await context.waits.forEvent(appId, cursor, { timeoutMs, signal });
    page = await readPage(context, appId, { ...query, cursor: cursor || null });
  }
}

async function readPage({ feed }: EventsContext, appId: string, query: FeedQuery): Promise<EventPageView> {
  const { cursor, limit } = query;
  const head = await feed.readHead(appId, cursor === LATEST_CURSOR ? Number.MAX_SAFE_INTEGER : (cursor ?? 0));
  const { last } = head;
  const span = feedSpan(feedStart(cursor, head), last);
  const found =
    span.after < span.upTo ? await feed.read(appId, span, { ...query, head, take: limit + 1 }) : [];
  return presentEventPage(found, { limit, span, last });
}
