import { useEffect, useRef, useState } from 'react';
import { call, CallError, type Query } from '../../platform/http.ts';
import { type FeedEvent, firstCursor, OLDEST, withPage } from './feed.ts';

/** How long a call waits for an event, in seconds. */
const WAIT = '25';
const RETRY_MS = 2000;

export interface FeedOptions {
  appId: string;
  /** Empty: all. */
  types: string;
  intentId: string;
}

interface Feed {
  /** The newest first. */
  events: readonly FeedEvent[];
  /** Whether the events before now have been read. */
  isRead: boolean;
  error: Error | null;
}

const isExpired = (error: unknown): boolean => error instanceof CallError && error.code === 'conflict';
const mayPass = (error: unknown): boolean => error instanceof CallError && error.retryAfterMs !== undefined;

/**
 * Follows the events of an App. While it is paused nothing is read; then it goes on behind the event that was read last.
 * A refusal that does not pass by itself ends it; `again` begins once more.
 */
export function useFeed(
  { appId, types, intentId }: FeedOptions,
  isPaused: boolean,
): Feed & { again: () => void } {
  const [feed, setFeed] = useState<Feed>({ events: [], isRead: false, error: null });
  const [tries, setTries] = useState(0);
  const cursor = useRef<string | null>(null);
  /** Only a reader who has seen all that is there waits for more: until then the page has nothing to show. */
  const hasAll = useRef(false);
  useEffect(() => {
    if (isPaused) return undefined;
    const end = new AbortController();
    const { signal } = end;
    const read = (query: Query) => call('readAppEvents', { params: { id: appId }, query, signal });
    const readPage = async (): Promise<void> => {
      cursor.current ??= firstCursor((await read({ cursor: 'latest' })).nextCursor);
      const page = await read({ types, intentId, cursor: cursor.current, wait: hasAll.current ? WAIT : '0' });
      if (signal.aborted) return;
      cursor.current = page.nextCursor;
      hasAll.current = !page.hasMore;
      setFeed(({ events }) => ({ events: withPage(events, page), isRead: !page.hasMore, error: null }));
    };
    void follow(readPage, signal, (error) => {
      if (isExpired(error)) cursor.current = OLDEST;
      else setFeed((before) => ({ ...before, isRead: true, error }));
    });
    return () => end.abort();
  }, [appId, types, intentId, isPaused, tries]);
  return { ...feed, again: () => setTries((count) => count + 1) };
}

/** Reads until `signal`, and again after a refusal that may pass. */
async function follow(
  readPage: () => Promise<void>,
  signal: AbortSignal,
  onError: (error: Error) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await readPage();
    } catch (error) {
      if (signal.aborted) return;
      onError(error as Error);
      if (!isExpired(error) && !mayPass(error)) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
