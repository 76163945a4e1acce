import { describe, expect, it } from 'vitest';
import { isEndlessListReason, validateFeedPage } from './validate-feed-page.ts';
import { before } from '../../test/test-purchase.ts';

const START = { changedSince: before(600_000), changedUpTo: null, cursor: null, pages: 0 };
const NEXT = { ...START, changedUpTo: before(200_000), cursor: 'a', pages: 1 };
const page = (nextCursor: string | null, ...ages: number[]) => ({
  orders: ages.map((ms) => ({ updatedAt: before(ms) })),
  nextCursor,
});

describe('a page of changed orders', () => {
  it.each([
    ['moves on to its newest change', START, page('a', 300_000, 100_000), before(100_000)],
    ['does not move back behind the page before', NEXT, page('b', 300_000), before(200_000)],
    ['without orders stays where it is', NEXT, page(null), before(200_000)],
    ['may be as much as a minute too old', START, page(null, 660_000), before(660_000)],
    ['may be the thousandth if it is the last', { ...NEXT, pages: 999 }, page(null, 1), before(1)],
  ])('%s', (_what, position, listed, changedUpTo) => {
    expect(validateFeedPage(position, listed)).toEqual({ isUsable: true, changedUpTo });
  });

  it.each([
    ['that leads to itself', NEXT, page('a', 1), 'LIST_WITHOUT_END'],
    ['that is the thousandth and not the last', { ...NEXT, pages: 999 }, page('b', 1), 'LIST_WITHOUT_END'],
    ['without times', START, { orders: [{}], nextCursor: null }, 'LIST_WITHOUT_TIMES'],
    [
      'with one order without a time',
      START,
      { orders: [{ updatedAt: before(1) }, {}], nextCursor: null },
      'LIST_WITHOUT_TIMES',
    ],
    ['of older changes alone', START, page(null, 660_001), 'LIST_OF_OLD_CHANGES'],
  ])('%s cannot be used', (_what, position, listed, reason) => {
    expect(validateFeedPage(position, listed)).toEqual({ isUsable: false, reason });
  });

  it('skips the rest of an endless list alone', () => {
    expect(['LIST_WITHOUT_END', 'LIST_WITHOUT_TIMES', 'TIMEOUT'].map(isEndlessListReason)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
