import { isPublished } from '@procurement-intents/domain';

/** An event of a timeline. */
export interface TimelineEntry {
  id: bigint;
  /** Null in events that are older than the feeds. */
  appId: string | null;
  intentId: string;
  type: string;
  at: Date;
}

/** An event of a feed. */
export interface FeedEntry {
  appId: string;
  sequence: bigint;
  subjectId: string;
  type: string;
  at: Date;
}

export interface FeedEvidence {
  timelines: readonly TimelineEntry[];
  feeds: readonly FeedEntry[];
  counts: readonly { appId: string; last: bigint }[];
  /** Ids of the events that wait to be published. */
  waiting: ReadonlySet<bigint>;
}

/**
 * Each App's feed is 1 to n without gaps. The events of each intent in it, and behind them those that wait, are the public
 * ones of its timeline, in their order.
 */
export function checkFeeds({ timelines, feeds, counts, waiting }: FeedEvidence): string[] {
  const broken: string[] = [];
  const byApp = Map.groupBy(feeds, ({ appId }) => appId);
  for (const { appId, last } of counts) {
    const numbers = (byApp.get(appId) ?? []).map(({ sequence }) => sequence).sort((a, b) => Number(a - b));
    if (numbers.some((number, index) => number !== BigInt(index + 1)) || BigInt(numbers.length) !== last)
      broken.push(`(f) the feed of ${appId} is not 1 to ${last}: it has ${numbers.length} events`);
  }
  const inFeeds = Map.groupBy(
    feeds.toSorted((a, b) => Number(a.sequence - b.sequence)),
    ({ subjectId }) => subjectId,
  );
  const tell = ({ type, at }: Pick<TimelineEntry, 'type' | 'at'>): string => `${type} ${at.toISOString()}`;
  const published = timelines.filter(({ type }) => isPublished(type));
  const ofApps = published.filter(({ appId }) => appId !== null);
  const first = ofApps.reduce<bigint | null>(
    (least, { id }) => (least === null || id < least ? id : least),
    null,
  );
  for (const { id, appId, type } of published) {
    if (appId === null && first !== null && id > first) broken.push(`(f) event ${id}, ${type}, has no App`);
  }
  for (const [intentId, events] of Map.groupBy(ofApps, (event) => event.intentId)) {
    const told = events.sort((a, b) => Number(a.id - b.id));
    const open = told.filter(({ id }) => waiting.has(id));
    const seen = [...(inFeeds.get(intentId) ?? []), ...open].map(tell);
    if (seen.join() !== told.map(tell).join())
      broken.push(`(f) ${intentId} has ${told.map(tell).join(', ')}, and in the feed ${seen.join(', ')}`);
  }
  return broken;
}
