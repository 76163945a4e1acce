import type { EventsContext } from '../events/list-events.ts';
import { FeedWaits } from '../events/feed-waits.ts';
import { feedStore } from '../events/store/feed-store.ts';
import { type EventPublishing, publishing } from '../events/store/publish.ts';
import type { Database } from '../postgres/database.ts';
import type { Service } from './service-parts.ts';

/** What the feed of events works with. */
export function openEvents({ database, shutdown, log }: Service): EventsContext {
  const feed = feedStore(database);
  return { feed, waits: new FeedWaits({ feed, isDraining: () => shutdown.isStopping, log }) };
}

/** What the publisher of a worker works with. */
export const openPublishing = (database: Database): EventPublishing => publishing(database);
