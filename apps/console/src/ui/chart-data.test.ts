import { expect, it } from 'vitest';
import { isEmpty, stacked } from './chart-data.ts';

const series = [
  { name: 'completed', colour: 'good', values: [3, 0, 1] },
  { name: 'failed', colour: 'bad', values: [1, null, 2] },
];

it('puts series on each other, the highest first', () => {
  expect(stacked(series).map(({ name, values }) => [name, values])).toEqual([
    ['failed', [4, 0, 3]],
    ['completed', [3, 0, 1]],
  ]);
});

it('leaves what it was given as it is', () => {
  stacked(series);
  expect(series[0]?.values).toEqual([3, 0, 1]);
});

it('knows when there is nothing to draw', () => {
  expect(isEmpty(series)).toBe(false);
  expect(isEmpty([{ name: 'none', colour: 'good', values: [0, null] }])).toBe(true);
  expect(isEmpty([])).toBe(true);
});
