import { expect, it } from 'vitest';
import { isReported } from './is-reported.ts';

it('reports the first events, then each that doubles their number', () => {
  const reported = Array.from({ length: 100 }, (_, index) => index + 1).filter((count) =>
    isReported(count, 10),
  );
  expect(reported).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 40, 80]);
});
