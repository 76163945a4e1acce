import { expect, it } from 'vitest';
import { countsOf, failuresOf, lastDays, successRate } from './days.ts';

const outcomes = [
  { status: 'PROCESSING', count: 1 },
  { status: 'COMPLETED', count: 6 },
  { status: 'FAILED', failureCode: 'OUT_OF_STOCK', count: 1 },
  { status: 'FAILED', failureCode: 'PRICE_CHANGED', count: 2 },
  { status: 'CANCELLED', count: 5 },
] as const;
const report = { outcomes: [...outcomes] };

it('names the days of UTC up to now, across months', () => {
  expect(lastDays(Date.parse('2026-12-01T23:59:59Z'), 3)).toEqual(['2026-11-29', '2026-11-30', '2026-12-01']);
  expect(lastDays(Date.parse('2026-12-01T00:00:00Z'), 1)).toEqual(['2026-12-01']);
});

it('counts as failed neither what was cancelled nor what goes on', () => {
  expect(successRate(report)).toBe(6 / 9);
  expect(successRate({ outcomes: [{ status: 'CANCELLED', count: 5 }] })).toBeUndefined();
});

it('adds the counts of one status', () => {
  expect(countsOf(report, ['FAILED', 'SUBMITTED', 'COMPLETED'])).toEqual([
    ['FAILED', 3],
    ['SUBMITTED', 0],
    ['COMPLETED', 6],
  ]);
});

it('has the most frequent failure first', () => {
  expect(failuresOf(report)).toEqual([
    { failureCode: 'PRICE_CHANGED', count: 2 },
    { failureCode: 'OUT_OF_STOCK', count: 1 },
  ]);
});
