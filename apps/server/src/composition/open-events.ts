import { type EventsContext, listEvents, type ReadEvents } from '../events/list-events.ts';
import { FeedWaits } from '../events/feed-waits.ts';
import { eventHandlers } from '../events/routes.ts';
import { feedStore } from '../events/store/feed-store.ts';
import { type EventPublishing, publishing } from '../events/store/publish.ts';
import type { Database } from '../postgres/database.ts';
import type { Service } from './service-parts.ts';

/** The feeds of Apps: the handlers of the signed side, and how others read them. */
export function openEvents({ database, shutdown, log }: Service) {
  const feed = feedStore(database);
  const waits = new FeedWaits({ feed, isDraining: () => shutdown.isStopping, log });
  const context: EventsContext = { feed, waits };
  const readEvents: ReadEvents = (...asked) => listEvents(context, ...asked);
  return { eventHandlers: eventHandlers(context), readEvents };
}

/** What the publisher of a worker works with. */
export const openPublishing = (database: Database): EventPublishing => publishing(database);
