import { expect, it } from 'vitest';
import { prefersCsv } from './prefers-csv.ts';

it.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['text/csv', true],
  ['TEXT/CSV; header=present', true],
  ['text/*', true],
  ['text/csv, */*', true],
  ['application/json, text/csv', false],
  ['application/json;q=0.5, text/csv', true],
  ['text/csv;q=0.5, application/json', false],
  ['text/csv;q=0', false],
  ['text/csv;q=many, application/json;q=0.1', false],
  ['text/html, application/xhtml+xml, */*;q=0.8', false],
])('%s asks for CSV: %s', (accept, expected) => {
  expect(prefersCsv(accept)).toBe(expected);
});
