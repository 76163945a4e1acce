import type { Scope } from '@procurement-intents/contract/bearer';
import { expect, it } from 'vitest';
import { checkAdministratorStays, endsAdministrator } from './administrators.ts';

const NOW = new Date('2026-01-02T03:04:05Z');
const ADMIN = { scopes: ['admin', 'read:orders'] as Scope[], disabledAt: null };

it.each([
  ['is disabled', ADMIN, { disabledAt: NOW }, true],
  ['loses the scope', ADMIN, { scopes: ['read:orders'] as Scope[] }, true],
  ['gets another scope', ADMIN, { scopes: ['admin'] as Scope[] }, false],
  ['changes nothing of it', ADMIN, {}, false],
  ['was disabled', { ...ADMIN, disabledAt: NOW }, { scopes: [] }, false],
  ['was none', { ...ADMIN, scopes: [] }, { disabledAt: NOW }, false],
])('a user who %s', (_what, before, changes, isEnd) => {
  expect(endsAdministrator(before, changes)).toBe(isEnd);
});

it('keeps at least one administrator', () => {
  expect(() => checkAdministratorStays(['usr_1', 'usr_2'], 'usr_1')).not.toThrow();
  for (const ids of [['usr_1'], []])
    expect(() => checkAdministratorStays(ids, 'usr_1')).toThrow(
      expect.objectContaining({ code: 'conflict', extras: { reason: 'nobody else is an administrator' } }),
    );
});
