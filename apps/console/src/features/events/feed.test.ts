import { expect, it } from 'vitest';
import { type FeedEvent, firstCursor, MAX_SHOWN, withPage } from './feed.ts';

const events = (from: number, to: number): FeedEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ sequence: from + index }) as FeedEvent);
const sequences = (shown: readonly FeedEvent[]): number[] => shown.map(({ sequence }) => sequence);

it.each([
  ['0', '0'],
  ['40', '0'],
  ['104218', '104118'],
])('begins after %s with what is behind %s', (latest, first) => expect(firstCursor(latest)).toBe(first));

it('shows the newest first', () => {
  const first = withPage([], { items: events(1, 3) });
  expect(sequences(withPage(first, { items: events(4, 5) }))).toEqual([5, 4, 3, 2, 1]);
});

it('shows no event twice', () => {
  const first = withPage([], { items: events(1, 3) });
  expect(sequences(withPage(first, { items: events(2, 4) }))).toEqual([4, 3, 2, 1]);
});

it('keeps a bounded number', () => {
  const shown = withPage(events(1, 1), { items: events(2, MAX_SHOWN + 50) });
  expect(shown).toHaveLength(MAX_SHOWN);
  expect(shown[0]?.sequence).toBe(MAX_SHOWN + 50);
});
