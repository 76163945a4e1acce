import { describe, expect, it } from 'vitest';
import { requireOwnIntent } from './check-access.ts';

describe('an intent', () => {
  const intent = { appId: 'app_a' };

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
});
