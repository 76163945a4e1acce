import { FILTER_FIELDS } from '@procurement-intents/contract';
import { columnOf } from '@procurement-intents/domain';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../test/support/test-database.ts';
import { withClient } from '../../postgres/migrations/migrate.ts';
import { isSearch } from './sql-conditions.ts';

// The columns of each index that begins with the App; `isKey` is false for those that are only included.
const COLUMNS_OF_INDEXES = `
  SELECT DISTINCT a.attname AS "name", k.n <= i.indnkeyatts AS "isKey"
  FROM pg_index i CROSS JOIN generate_series(1, i.indnatts) AS k(n)
  JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[k.n - 1]
  WHERE i.indrelid = '"intents"'::regclass AND i.indpred IS NULL AND i.indkey[0] = (
    SELECT attnum FROM pg_attribute WHERE attrelid = '"intents"'::regclass AND attname = 'appId')`;

it('takes those columns for indexed that the indexes of the table have', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const { rows } = await withClient(database.url, (client) =>
    client.query<{ name: string; isKey: boolean }>(COLUMNS_OF_INDEXES),
  );
  const columns = FILTER_FIELDS.map(columnOf);
  const found = columns.filter((column) => !isSearch({ column, oneOf: [] }));
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(found));
  const keys = new Set(rows.filter(({ isKey }) => isKey).map(({ name }) => name));
  expect(found).toEqual(expect.arrayContaining(columns.filter((column) => keys.has(column))));
});
