import { expect, it } from 'vitest';
import { createMemoryCounter } from './memory-counter.ts';

function setUp() {
  const counter = createMemoryCounter();
  const add = (key: string, second: number): number | undefined =>
    counter.add([{ key, limit: 100 }], second)[0];
  return { counter, add };
}

it('counts by key and second', () => {
  const { counter, add } = setUp();
  expect([add('a', 1), add('a', 1), add('b', 1), add('a', 2)]).toEqual([1, 2, 1, 1]);
  expect([counter.read('a', 1), counter.read('b', 2)]).toEqual([2, 0]);
});

it('keeps counts of ten seconds, also when the clock goes back', () => {
  const { counter, add } = setUp();
  for (let second = 1; second <= 10; second += 1) add('a', second);
  expect(add('a', 1)).toBe(2);
  add('a', 11);
  expect([counter.read('a', 1), counter.read('a', 2)]).toEqual([0, 1]);
});

it('counts nothing after the first key that exceeds its limit', () => {
  const { counter } = setUp();
  const both = [
    { key: 'small', limit: 1 },
    { key: 'large', limit: 9 },
  ];
  expect([counter.add(both, 1), counter.add(both, 1)]).toEqual([[1, 1], [2]]);
  expect(counter.read('large', 1)).toBe(1);
});

it.each([
  ['allow', 0],
  ['refuse', Infinity],
] as const)(
  'when it is full and told to %s, counts a further key as %d, and goes on with those it knows',
  (whenFull, used) => {
    const counter = createMemoryCounter({ maxKeys: 2, whenFull });
    const add = (key: string) => counter.add([{ key, limit: 100 }], 1)[0];
    expect([add('a'), add('b'), add('c'), add('a')]).toEqual([1, 1, used, 2]);
    counter.takeBack(['c', 'b'], 1);
    expect(add('c')).toBe(1);
  },
);
