import { describe, expect, it } from 'vitest';
import { ValidationError } from './errors.ts';
import { checkVersion } from './check-version.ts';

describe('an intent', () => {
  const intent = { version: 7 };

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
