import type { Logger } from '../observability/logger.ts';
import { redactError } from '../observability/redact-error.ts';
import { PollingLoop } from '../polling/polling-loop.ts';
import { startLoops } from '../polling/start-loops.ts';
import { Sweeper } from '../polling/sweeper.ts';
import { type EventPublishing, FORGOTTEN_TIMELINES, PUBLISHED_AT_ONCE } from './store/publish.ts';

const PUBLISH_MS = 50;
const DAYS_AHEAD = 2;
const DAYS_MS = 600_000;
const FORGET_MS = 60_000;
const TIMELINE_DAYS = 30;

export interface PublisherDeps {
  events: EventPublishing;
  /** Days that published events are kept. */
  eventDays: number;
  log: Logger;
}

/**
 * Starts what publishes events, makes the partitions of the days to come and drops what is too old. Of several processes
 * one publishes at a time, and any other goes on when it dies. The result stops it.
 */
export function startPublisher({ events, eventDays, log }: PublisherDeps): () => Promise<void> {
  let areDaysReady = false;
  const publisher = new PollingLoop({
    everyMs: PUBLISH_MS,
    poll: async () => {
      if (!areDaysReady) await events.prepareDays(DAYS_AHEAD);
      areDaysReady = true;
      return (await events.publish()) >= PUBLISHED_AT_ONCE ? 0 : PUBLISH_MS;
    },
    onError: (error) => {
      areDaysReady = false;
      log.warn({ err: redactError(error) }, 'events could not be published; they wait');
    },
  });
  const days = new Sweeper({
    name: 'days of events',
    everyMs: DAYS_MS,
    sweep: async () => {
      await events.prepareDays(DAYS_AHEAD);
      await events.forgetDays(eventDays);
      return false;
    },
    log,
  });
  const timelines = new Sweeper({
    name: 'timelines of deleted intents',
    everyMs: FORGET_MS,
    sweep: async () => (await events.forgetTimelines(TIMELINE_DAYS)) === FORGOTTEN_TIMELINES,
    log,
  });
  return startLoops(publisher, days, timelines);
}
