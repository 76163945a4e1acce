import { expect, it } from 'vitest';
import { createdHeaders, versionHeaders } from './response-headers.ts';

it('shows the version that a change must match', () => {
  expect(versionHeaders({ version: 7 })).toEqual({ ETag: '"7"' });
});

it('shows the first version to every create, and marks a replay', () => {
  expect(createdHeaders(false)).toEqual({ ETag: '"1"' });
  expect(createdHeaders(true)).toEqual({ ETag: '"1"', 'Idempotency-Replayed': 'true' });
});
