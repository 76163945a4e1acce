import { describe, expect, it } from 'vitest';
import { createAccessTokenFinder, findLiveToken } from './find-access-token.ts';
import type { TokenWithHolder } from './store/token-store.ts';

const NOW = new Date('2026-11-23T12:00:00.000Z');
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

const CLIENTS_OWN: TokenWithHolder = {
  hash: Buffer.alloc(32),
  kind: 'access',
  expiresAt: at(10),
  createdAt: at(-10),
  scopes: ['read:orders', 'read:reports'],
  grantId: 'gra_1',
  clientId: 'cli_1',
  clientName: 'Ledger',
  clientScopes: ['read:orders', 'read:suppliers'],
  clientCreatedAt: at(-1000),
  makerId: 'usr_maker',
  userId: null,
  username: null,
  displayName: null,
  locale: null,
  userScopes: null,
  userCreatedAt: null,
  version: null,
};
const PERSONS: TokenWithHolder = {
  ...CLIENTS_OWN,
  userId: 'usr_1',
  username: 'zhang.san',
  displayName: '张三',
  locale: 'zh',
  userScopes: ['admin'],
  userCreatedAt: at(-500),
  version: 3,
};

const depsOf = (row: TokenWithHolder | null) => ({
  tokens: { find: async () => row, revoke: async () => undefined },
  clock: { now: () => NOW },
});
const find = (row: TokenWithHolder | null) => createAccessTokenFinder(depsOf(row))('at_1');

describe('the holder of an access token', () => {
  it('is the person, with what token, client and person all have', async () => {
    expect(await find(PERSONS)).toEqual({
      state: 'valid',
      holder: {
        kind: 'user',
        credentialId: 'gra_1',
        id: 'usr_1',
        userId: 'usr_1',
        isPerson: true,
        isSession: false,
        scopes: ['read:orders'],
        ipAllowList: [],
        username: 'zhang.san',
        locale: 'zh',
        version: 3,
        displayName: '张三',
        createdAt: at(-500),
      },
    });
    expect(await find({ ...PERSONS, userScopes: ['read:reports'] })).toMatchObject({
      holder: { scopes: [] },
    });
  });

  it('is no person when the client acts for itself, and counts as its maker', async () => {
    expect(await find(CLIENTS_OWN)).toEqual({
      state: 'valid',
      holder: {
        kind: 'oauth_client',
        credentialId: 'cli_1',
        id: 'cli_1',
        userId: 'usr_maker',
        isPerson: false,
        isSession: false,
        scopes: ['read:orders'],
        ipAllowList: [],
        username: null,
        locale: null,
        version: null,
        displayName: 'Ledger',
        createdAt: at(-1000),
      },
    });
  });

  it('is told of no token that has ended, is unknown or of another kind', async () => {
    expect(await find({ ...PERSONS, expiresAt: NOW })).toEqual({ state: 'expired' });
    expect(await find({ ...PERSONS, expiresAt: at(-86_400) })).toEqual({ state: 'unknown' });
    expect(await find({ ...PERSONS, kind: 'refresh' })).toEqual({ state: 'unknown' });
    expect(await find(null)).toEqual({ state: 'unknown' });
  });
});

it('a live token is one that has not ended, of either kind', async () => {
  const live = (row: TokenWithHolder | null) => findLiveToken(depsOf(row), 'at_1');
  expect(await live(PERSONS)).toMatchObject({ userId: 'usr_1', scopes: ['read:orders'] });
  expect(await live({ ...CLIENTS_OWN, kind: 'refresh' })).toMatchObject({ kind: 'refresh', userId: null });
  expect(await live({ ...PERSONS, expiresAt: NOW })).toBeNull();
  expect(await live(null)).toBeNull();
});
