import { expect, it } from 'vitest';
import { SecondCounts } from './second-counts.ts';

function start(limit: number) {
  let now = 5000;
  const counts = new SecondCounts(limit, () => now);
  const add = (key: string, times: number) => {
    for (let index = 0; index < times; index++) counts.add(key);
  };
  return { counts, add, pass: (ms: number) => (now += ms) };
}

it('finds over the limit only the key that is, in its second and in the next one', () => {
  const { counts, add, pass } = start(3);
  add('other', 3);
  add('one', 3);
  expect(counts.isAnyOver).toBe(false);
  add('one', 1);
  const over = () => [counts.isOver('one'), counts.isOver('other'), counts.isAnyOver];
  expect(over()).toEqual([true, false, true]);
  pass(1000);
  expect(over()).toEqual([true, false, true]);
  pass(1000);
  expect(over()).toEqual([false, false, false]);
});

it('forgets what was counted before a second without requests', () => {
  const { counts, add, pass } = start(3);
  add('one', 4);
  pass(2000);
  expect([counts.isOver('one'), counts.isAnyOver]).toEqual([false, false]);
});

it('stops counting new keys at 10,000 a second, and goes on with those it has', () => {
  const { counts, add, pass } = start(3);
  add('early', 1);
  for (let key = 1; key < 10_000; key++) add(`filler ${key}`, 1);
  add('late', 4);
  add('early', 3);
  expect([counts.isOver('late'), counts.isOver('early')]).toEqual([false, true]);
  pass(1000);
  add('late', 4);
  expect(counts.isOver('late')).toBe(true);
});
