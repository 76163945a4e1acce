import type { EventPageView, ListEventsInput } from '@procurement-intents/contract';
import {
  feedQueryOf,
  type FeedQuery,
  feedSpan,
  feedStart,
  passesFeedFilter,
  presentEventPage,
} from '@procurement-intents/domain';
import type { Operation, OperationContext } from '../operation.ts';
import { sleep } from '../sleep.ts';

const LOOK_EVERY_MS = 20;

/** The App's events after a cursor; with `wait`, the first that comes. */
export const listEvents: Operation = async (service, { app, query, signal }) => {
  let asked = feedQueryOf(query as ListEventsInput);
  let page = readPage(service, app.appId, asked);
  for (let waitedMs = 0; page.items.length === 0 && waitedMs < asked.waitMs; waitedMs += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS, signal);
    service.runDue();
    asked = { ...asked, cursor: Number(page.nextCursor) || null };
    page = readPage(service, app.appId, asked);
  }
  return { status: 200, data: page };
};

function readPage({ store }: OperationContext, appId: string, query: FeedQuery): EventPageView {
  const events = store.feed(appId);
  const last = events.length;
  // Nothing is forgotten in memory.
  const span = feedSpan(feedStart(query.cursor, { last, oldest: last === 0 ? null : 1 }), last);
  const found = events
    .slice(span.after, span.upTo)
    .filter((event) => passesFeedFilter(event, query))
    .slice(0, query.limit + 1);
  return presentEventPage(found, { limit: query.limit, span, last });
}
