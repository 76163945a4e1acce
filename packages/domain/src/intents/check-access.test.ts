import { describe, expect, it } from 'vitest';
import { ValidationError } from '../errors.ts';
import { checkVersion, requireOwnIntent } from './check-access.ts';

describe('an intent', () => {
  const intent = { appId: 'app_a', version: 7 };

  it('is returned to its own App', () => {
    expect(requireOwnIntent(intent, 'app_a')).toBe(intent);
  });

  it.each([
    ['INTENT_NOT_FOUND', null, 'app_a'],
    ['INTENT_NOT_FOUND', undefined, 'app_a'],
    ['NOT_OWNER', intent, 'app_b'],
  ])('is refused with %s', (errorName, found, appId) => {
    expect(() => requireOwnIntent(found, appId)).toThrow(expect.objectContaining({ errorName }));
  });

  it.each([null, undefined, '"7"'])('matches If-Match %s', (ifMatch) => {
    expect(() => checkVersion(intent, ifMatch)).not.toThrow();
  });

  it('of another version than the caller has read is a conflict that names the current version', () => {
    const conflict = expect.objectContaining({ errorName: 'VERSION_CONFLICT', data: { currentVersion: 7 } });
    expect(() => checkVersion(intent, '"6"')).toThrow(conflict);
  });

  it.each(['', '7', 'W/"7"', '"7', '"07"', '"0"', '*', '"7", "8"', '"12345678901"'])(
    'has no version %j',
    (ifMatch) => {
      expect(() => checkVersion(intent, ifMatch)).toThrow(ValidationError);
    },
  );
});
