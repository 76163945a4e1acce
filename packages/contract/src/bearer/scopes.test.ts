import { expect, it } from 'vitest';
import { ROLES, SCOPE_NAMES } from './scopes.ts';

it('names the ten scopes of the interface', () => {
  const families = ['purchase-requests', 'suppliers', 'orders', 'contracts'];
  expect(SCOPE_NAMES).toEqual([
    ...families.flatMap((family) => [`read:${family}`, `write:${family}`]),
    'read:reports',
    'admin',
  ]);
});

it.each(Object.entries(ROLES))('the role %s has scopes that exist, each once', (_, scopes) => {
  expect(SCOPE_NAMES).toEqual(expect.arrayContaining([...scopes]));
  expect(new Set(scopes).size).toBe(scopes.length);
});
