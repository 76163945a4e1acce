import type { Scope } from '@procurement-intents/contract/bearer';
import { describe, expect, it } from 'vitest';
import { askedScopes, formatScope, parseScope } from './asked-scopes.ts';

const OWN: Scope[] = ['read:orders', 'read:reports'];

describe('the parameter `scope` (RFC 6749, 3.3)', () => {
  it.each([
    ['read:orders', ['read:orders']],
    ['read:reports read:orders', ['read:orders', 'read:reports']],
    [' read:orders  read:orders ', ['read:orders']],
    ['', null],
    ['  ', null],
    ['read:orders unknown', null],
    ['READ:orders', null],
    ['read:orders\tread:reports', null],
  ])('%j names %j', (text, scopes) => {
    const parsed = parseScope(text);
    expect(parsed && [...parsed].sort()).toEqual(scopes);
  });

  it('is in the order of the list of scopes, each named once', () => {
    const all = parseScope('read:reports read:orders read:orders') ?? [];
    expect(formatScope(all)).toBe(formatScope(parseScope('read:orders read:reports') ?? []));
  });

  it('with one scope too many is refused as a whole [13]', () => {
    expect(askedScopes('read:orders read:reports', OWN)).toHaveLength(2);
    expect(askedScopes('read:orders write:orders', OWN)).toBeNull();
    expect(askedScopes('read:orders unknown', OWN)).toBeNull();
    expect(askedScopes('read:orders write:orders', ['admin'])).toHaveLength(2);
  });
});
