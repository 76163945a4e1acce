import { expect, it } from 'vitest';
import { createRandomSource } from './random-bytes.ts';

it('never draws the same bytes twice, also when it has drawn many times', () => {
  const draw = createRandomSource(12);
  const draws = Array.from({ length: 1000 }, () => draw().toString('hex'));
  expect(new Set(draws).size).toBe(1000);
  expect(draws.every((hex) => hex.length === 24)).toBe(true);
});
