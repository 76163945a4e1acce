import { expect, it } from 'vitest';
import { createMemoryCounter } from './memory-counter.ts';

it('counts by key and second', () => {
  const counter = createMemoryCounter();
  expect([counter.add('a', 1), counter.add('a', 1), counter.add('b', 1), counter.add('a', 2)]).toEqual([
    1, 2, 1, 1,
  ]);
  expect([counter.read('a', 1), counter.read('b', 2)]).toEqual([2, 0]);
});

it('remembers ten seconds, also when the clock goes back, and no more', () => {
  const counter = createMemoryCounter();
  for (let second = 1; second <= 10; second += 1) counter.add('a', second);
  expect(counter.add('a', 1)).toBe(2);
  counter.add('a', 11);
  expect([counter.read('a', 1), counter.read('a', 2)]).toEqual([0, 1]);
});
