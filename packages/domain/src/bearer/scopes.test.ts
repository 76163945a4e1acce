import { type Scope, SCOPE_NAMES } from '@procurement-intents/contract/bearer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commonScopes, hasScope } from './scopes.ts';

const scopes = fc.uniqueArray(fc.constantFrom(...SCOPE_NAMES));

it('all holders together may do what each of them may, and no more (B8)', () => {
  fc.assert(
    fc.property(scopes, scopes, scopes, (token, client, person) => {
      const common = commonScopes(token, client, person);
      for (const scope of SCOPE_NAMES) {
        const each = [token, client, person].every((held) => hasScope(held, scope));
        expect(hasScope(common, scope)).toBe(each);
      }
    }),
  );
});

it.each<[held: Scope[], needed: Scope, isEnough: boolean]>([
  [['write:orders'], 'read:orders', false],
  [['read:orders'], 'write:orders', false],
  [['read:orders'], 'read:orders', true],
  [['admin'], 'write:contracts', true],
  [[], 'read:reports', false],
])('%j for %s: %s', (held, needed, isEnough) => {
  expect(hasScope(held, needed)).toBe(isEnough);
});
