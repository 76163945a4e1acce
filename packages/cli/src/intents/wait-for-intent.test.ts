import { expect, it } from 'vitest';
import { exitCodeOf } from './wait-for-intent.ts';

it.each([
  ['COMPLETED', [], 0],
  ['FAILED', [], 4],
  ['CANCELLED', [], 5],
  ['PROCESSING', ['PROCESSING'], 0],
  ['FAILED', ['PROCESSING'], 4],
  ['FAILED', ['FAILED'], 0],
  ['COMPLETED', ['PROCESSING'], 0],
] as const)('%s, waited for until %j, exits with %i', (status, until, code) => {
  expect(exitCodeOf({ status }, until)).toBe(code);
});
