import { type Permission, PERMISSIONS } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { checkPermission } from './check-permission.ts';

const OTHERS = PERMISSIONS.filter((each) => each !== 'intents:write' && each !== 'intents:draft');

it.each<[has: readonly Permission[], needs: readonly Permission[]]>([
  [['intents:write'], ['intents:write']],
  [['intents:draft'], ['intents:write', 'intents:draft']],
  [
    ['intents:read', 'intents:write'],
    ['intents:write', 'intents:draft'],
  ],
  [PERMISSIONS, ['intents:read']],
])('an App with %j may call what needs one of %j', (permissions, needed) => {
  expect(() => checkPermission({ permissions }, { permissions: needed })).not.toThrow();
});

it.each<[has: readonly Permission[], needs: readonly Permission[]]>([
  [[], ['intents:read']],
  [['intents:draft'], ['intents:write']],
  [OTHERS, ['intents:write', 'intents:draft']],
  // A route that forgot to name a permission is nobody's.
  [PERMISSIONS, []],
])('an App with %j is refused what needs one of %j', (permissions, needed) => {
  expect(() => checkPermission({ permissions }, { permissions: needed })).toThrow(
    expect.objectContaining({ errorName: 'PERMISSION_MISSING' }),
  );
});
