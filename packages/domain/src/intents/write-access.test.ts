import { INTENT_STATUSES, type Permission, PERMISSIONS } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { checkWriteAccess, writeAccessOf } from './write-access.ts';

it.each<[permissions: readonly Permission[], access: string]>([
  [['intents:write'], 'all'],
  [['intents:draft', 'intents:write'], 'all'],
  [PERMISSIONS, 'all'],
  [['intents:draft'], 'drafts'],
  [['intents:read', 'intents:draft'], 'drafts'],
  [PERMISSIONS.filter((each) => each !== 'intents:write'), 'drafts'],
  [[], 'drafts'],
])('an App with %j writes %s', (permissions, access) => {
  expect(writeAccessOf({ permissions })).toBe(access);
});

it.each(INTENT_STATUSES)('a %s intent is written with access to all', (status) => {
  expect(() => checkWriteAccess('all', { status })).not.toThrow();
});

it('a draft is written by who may write drafts alone', () => {
  expect(() => checkWriteAccess('drafts', { status: 'DRAFT' })).not.toThrow();
});

it.each(INTENT_STATUSES.filter((status) => status !== 'DRAFT'))(
  'a %s intent is refused to them',
  (status) => {
    expect(() => checkWriteAccess('drafts', { status })).toThrow(
      expect.objectContaining({ errorName: 'PERMISSION_MISSING' }),
    );
  },
);
