import { describe, expect, test } from 'vitest';
import { ValidationError } from '../errors.ts';
import { reportPeriod } from './report-period.ts';

const NOW = new Date('2026-03-04T05:06:07.089Z');
const iso = (query: Parameters<typeof reportPeriod>[0]) => {
  const { from, to } = reportPeriod(query, NOW);
  return [from.toISOString(), to.toISOString()];
};

describe('the period of a report', () => {
  test('has 30 days when none is given', () => {
    expect(iso({})).toEqual(['2026-02-02T05:06:07.089Z', NOW.toISOString()]);
  });

  test('holds whole days of UTC', () => {
    expect(iso({ from: '2026-01-01', to: '2026-01-31' })).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-01-31T23:59:59.999Z',
    ]);
  });

  test('has at most 366 days', () => {
    expect(iso({ from: '2024-01-01', to: '2024-12-31' })[0]).toBe('2024-01-01T00:00:00.000Z');
    expect(() => reportPeriod({ from: '2024-01-01', to: '2025-01-01' }, NOW)).toThrow(ValidationError);
  });

  test('does not end before it begins', () => {
    expect(() => reportPeriod({ from: '2026-01-02', to: '2026-01-01' }, NOW)).toThrow(ValidationError);
  });
});
