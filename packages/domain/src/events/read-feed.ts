import {
  type AppEventView,
  type EventPageView,
  EVENTS,
  type EventType,
  idOf,
  isEndpointEvent,
  type IntentStatus,
  LATEST_CURSOR,
  LIMITS,
  type ListEventsInput,
  PERSONAL_DETAILS,
} from '@procurement-intents/contract';
import { ApiError, ValidationError } from '../errors.ts';

/** A published event. */
export interface PublishedEvent {
  sequence: number;
  /** Without its prefix: 32 hex digits, with or without dashes. */
  id: string;
  type: string;
  at: Date;
  subjectId: string;
  from: IntentStatus | null;
  to: IntentStatus | null;
  status: IntentStatus | null;
  version: number | null;
  detail: string | null;
}

/** Which events of an App exist. */
export interface FeedBounds {
  /** Number of the newest event; 0 before the first. */
  last: number;
  /** Number of the oldest event that is kept; null when none is. */
  oldest: number | null;
}

/** Which events a page shows. */
export interface FeedFilter {
  types: readonly string[] | null;
  intentId: string | null;
}

/** What a call of the feed asks for. */
export interface FeedQuery extends FeedFilter {
  /** Number of the event that was handled last; null: begin with the oldest; `latest`: after the newest. */
  cursor: number | null | typeof LATEST_CURSOR;
  limit: number;
  waitMs: number;
}

/** The events that a host reads for a page: those with `after < sequence <= upTo` that pass the filter. */
export interface FeedSpan {
  after: number;
  upTo: number;
}

export function feedQueryOf(query: ListEventsInput): FeedQuery {
  const { cursor = '0', limit = LIMITS.feedPageDefault, types, intentId, wait = '0' } = query;
  return {
    cursor: cursor === LATEST_CURSOR ? cursor : Number(cursor) || null,
    limit: Math.min(Number(limit), LIMITS.feedPageMax),
    types: types?.split(',') ?? null,
    intentId: intentId ?? null,
    waitMs: Number(wait) * 1000,
  };
}

/**
 * Where the page begins.
 *
 * @throws ApiError `EVENTS_EXPIRED` when events after the cursor are kept no longer; ValidationError for a cursor that no
 *   event has had.
 */
export function feedStart(cursor: FeedQuery['cursor'], { last, oldest }: FeedBounds): number {
  if (cursor === LATEST_CURSOR) return last;
  const beforeOldest = oldest === null ? last : oldest - 1;
  if (cursor === null) return beforeOldest;
  if (cursor > last) throw new ValidationError([{ field: 'cursor', issue: { rule: 'feedCursor' } }]);
  if (cursor < beforeOldest)
    throw new ApiError('EVENTS_EXPIRED', { data: { oldestCursor: String(beforeOldest) } });
  return cursor;
}

/** The events that are looked through for the page. */
export const feedSpan = (after: number, last: number): FeedSpan => ({
  after,
  upTo: Math.min(after + LIMITS.feedLookedThrough, last),
});

/**
 * The page as a caller sees it.
 *
 * @param found - the first events of the span that pass the filter, one more than `limit` if there are so many.
 */
export function presentEventPage(
  found: readonly PublishedEvent[],
  { limit, span, last }: { limit: number; span: FeedSpan; last: number },
): EventPageView {
  const shown = found.slice(0, limit);
  const end = found.length > limit ? (shown.at(-1)?.sequence ?? span.after) : span.upTo;
  return { items: shown.map(presentAppEvent), nextCursor: String(end), hasMore: end < last };
}

/** An event as the feed and webhooks show it. */
export function presentAppEvent(event: PublishedEvent): AppEventView {
  const { sequence, id, type, at, subjectId, from, to, status, version, detail } = event;
  return {
    id: idOf('event', id.replaceAll('-', '')),
    type,
    timestamp: at.toISOString(),
    sequence,
    data: {
      ...(isEndpointEvent(type) ? { webhookId: subjectId } : { intentId: subjectId }),
      ...(from && { from }),
      ...(to && { to }),
      ...(status && { status }),
      ...(version !== null && { version }),
      ...(detail !== null && { detail }),
    } as AppEventView['data'],
  };
}

/** Whether the feed has events of this type. A type that a later release has added is published, too. */
export const isPublished = (type: string): boolean => !isKnown(type) || EVENTS[type].reach === 'feed';

/** What the feed shows of the detail of an event; null: nothing. */
export const publishedDetail = (type: string, detail: string | null): string | null =>
  isKnown(type) && PERSONAL_DETAILS.includes(type) ? null : detail;

const isKnown = (type: string): type is EventType => Object.hasOwn(EVENTS, type);

/** Whether an event passes the filter. */
export const passesFeedFilter = (event: PublishedEvent, { types, intentId }: FeedFilter): boolean =>
  (types === null || types.includes(event.type)) && (intentId === null || event.subjectId === intentId);
