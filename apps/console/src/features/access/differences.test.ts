import { expect, it } from 'vitest';
import { differencesOf } from './differences.ts';

it('names each field that has changed, with both values', () => {
  expect(
    differencesOf(
      { name: 'ERP', permissions: ['intents:read'], version: 1 },
      { name: 'ERP', permissions: ['intents:read', 'intents:write'], version: 2 },
    ),
  ).toEqual([
    { field: 'permissions', before: '["intents:read"]', after: '["intents:read","intents:write"]' },
    { field: 'version', before: '1', after: '2' },
  ]);
});

it('has one side of what was made or removed', () => {
  expect(differencesOf(undefined, { name: 'ERP', disabledAt: null })).toEqual([
    { field: 'name', before: undefined, after: 'ERP' },
  ]);
  expect(differencesOf({ name: 'ERP' })).toEqual([{ field: 'name', before: 'ERP', after: undefined }]);
  expect(differencesOf()).toEqual([]);
});

it('shows a value that is false or zero', () => {
  expect(differencesOf({ limit: false }, { limit: 0 })).toEqual([
    { field: 'limit', before: 'false', after: '0' },
  ]);
});
