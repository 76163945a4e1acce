import type { AnswerOf } from '../../platform/http.ts';

export type EventPage = AnswerOf<'readAppEvents'>;
export type FeedEvent = EventPage['items'][number];

/** Events that the page keeps: more are in the feed itself, and in the timeline of each intent. */
export const MAX_SHOWN = 500;
/** Events before the newest one with which the page begins. */
const FIRST_SHOWN = 100;

/** The cursor before the oldest event that is kept. */
export const OLDEST = '0';

/** Where the page begins, from the cursor after the newest event: the events of an App are counted without gaps. */
export const firstCursor = (latest: string): string => String(Math.max(0, Number(latest) - FIRST_SHOWN));

/** The events with those of a page before them, the newest first. */
export function withPage(shown: readonly FeedEvent[], { items }: Pick<EventPage, 'items'>): FeedEvent[] {
  const newest = shown[0]?.sequence ?? 0;
  const added = items.filter(({ sequence }) => sequence > newest).toReversed();
  return [...added, ...shown].slice(0, MAX_SHOWN);
}
