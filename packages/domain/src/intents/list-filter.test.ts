import { describe, expect, it } from 'vitest';
import { ValidationError } from '../errors.ts';
import { resolveAliases, spanOf } from '../lists/list-conditions.ts';
import { conditionsOf } from './list-filter.ts';

const iso = ({ from, to }: { from: Date; to: Date }) => [from.toISOString(), to.toISOString()];

describe('spanOf', () => {
  it('reads a date without a time as its whole UTC day', () => {
    expect(iso(spanOf('2026-11-21'))).toEqual(['2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z']);
  });

  it('reads a time without a zone as UTC, and honours a zone', () => {
    expect(iso(spanOf('2026-11-21T08:30'))).toEqual(['2026-11-21T08:30:00.000Z', '2026-11-21T08:30:00.000Z']);
    expect(iso(spanOf('2026-11-21T08:30+08:00'))[0]).toBe('2026-11-21T00:30:00.000Z');
  });

  it('matches no row with a time between two milliseconds', () => {
    expect(iso(spanOf('2026-11-21T08:30:00.1234Z'))).toEqual([
      '2026-11-21T08:30:00.124Z',
      '2026-11-21T08:30:00.123Z',
    ]);
    expect(iso(spanOf('2026-11-21T08:30:00.123000Z'))[0]).toBe('2026-11-21T08:30:00.123Z');
  });

  it.each(['0000-01-01', '9999-12-31T23:59:59-23:59'])('clamps %s to four-digit years', (text) => {
    expect(iso(spanOf(text)).join()).toMatch(/^(1970|9999)-.*,(1970|9999)-/);
  });
});

describe('conditionsOf', () => {
  it('reads money as fen, without rounding', () => {
    expect(conditionsOf({ 'filter[price]': '0.29', 'filter[totalAmount][gte]': '99999999999.9' })).toEqual([
      { column: 'priceFen', oneOf: [29n] },
      { column: 'totalFen', ranges: [{ from: 9999999999990n }] },
    ]);
  });

  it('trims the values of a list like a single value', () => {
    expect(conditionsOf({ 'filter[userId][in]': 'a, b' })).toEqual([{ column: 'userId', oneOf: ['a', 'b'] }]);
  });

  it('refuses a range that ends before it begins', () => {
    const query = { startDate: '2026-11-22', endDate: '2026-11-21' };
    expect(() => conditionsOf(query)).toThrow(ValidationError);
    expect(conditionsOf({ startDate: '2026-11-21', endDate: '2026-11-21' })).toHaveLength(1);
  });
});

describe('resolveAliases', () => {
  it('replaces each alias by its parameter', () => {
    expect(resolveAliases({ sortOrder: 'asc', startTime: '2026-11-21', endTime: '2026-11-22' })).toEqual({
      order: 'asc',
      startDate: '2026-11-21',
      endDate: '2026-11-22',
    });
  });

  it('accepts a parameter and its alias with one value and refuses them with two', () => {
    expect(resolveAliases({ order: 'asc', sortOrder: 'asc' })).toEqual({ order: 'asc' });
    const query = {
      order: 'asc',
      sortOrder: 'desc',
      startDate: '2026-11-21',
      startTime: '2026-11-22',
    } as const;
    expect(() => resolveAliases(query)).toThrow('sortOrder, startTime');
  });
});
