import { expect, expectTypeOf, it } from 'vitest';
import { column, filledLater, nullable, quoted, type RowOf, TableSql } from './columns.ts';

const TABLE = {
  id: column<string>('text'),
  total: filledLater(column<bigint>('bigint'), 0n),
  // Renamed in the code, not in the database.
  nextAttemptAt: { ...nullable(column<Date>('timestamptz')), name: 'dispatchAt' },
};
const SQL = new TableSql(TABLE);

it('reads and writes columns by their names in the database, and rows by their keys in the code', () => {
  expect(SQL.keys).toEqual(['id', 'total', 'nextAttemptAt']);
  expect(SQL.names(SQL.keys)).toBe('"id", "total", "dispatchAt"');
  expect(SQL.read(SQL.keys)).toBe('"id", "total", "dispatchAt" AS "nextAttemptAt"');
  expect(SQL.read(['nextAttemptAt'], 'i')).toBe('i."dispatchAt" AS "nextAttemptAt"');
  expect(SQL.given(['total', 'nextAttemptAt'])).toBe('"total" bigint, "nextAttemptAt" timestamptz');
  expect(SQL.listed(['total', 'nextAttemptAt'], 'one')).toBe(
    '(one->>0)::bigint AS "total", (one->>1)::timestamptz AS "nextAttemptAt"',
  );
  expect(quoted(['id', 'nextAttemptAt'], 'm')).toBe('m."id", m."nextAttemptAt"');
});

it('gives rows their types', () => {
  expectTypeOf<RowOf<typeof TABLE>>().toEqualTypeOf<{
    id: string;
    total: bigint;
    nextAttemptAt: Date | null;
  }>();
});
