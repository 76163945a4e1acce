import { describe, expect, it } from 'vitest';
import { type Env, KEY, problemsOf, PRODUCTION } from '../../test/support/config-env.ts';
import { readConfig } from './config.ts';

describe('a process in production', () => {
  it('ignores settings that its roles do not use, and requires those that they need', () => {
    const { PLATFORM_A_TOKEN: _token, PLATFORM_A_URL: _url, ...pagesAlone } = PRODUCTION;
    const api = readConfig({ ...pagesAlone, ROLES: 'api' });
    expect(api.platforms[0]).toEqual({
      id: 'PLATFORM_A',
      gatewayUrl: null,
      token: null,
      productUrlPrefixes: ['https://item.example/'],
      prices: 'page',
      concurrency: 16,
    });
    expect(problemsOf({ ...PRODUCTION, ROLES: 'api', PLATFORM_A_PRODUCT_URLS: '' })).toEqual([
      'PLATFORM_A_PRODUCT_URLS must be set',
    ]);
    expect(problemsOf({ ...PRODUCTION, ROLES: 'api', SECRETS_KEY: '', DATA_KEY: KEY })).toEqual([
      'SECRETS_KEY must be set in production',
    ]);
    expect(problemsOf({ ...pagesAlone, ROLES: 'worker' })).toEqual([
      'PLATFORM_A_URL, PLATFORM_A_TOKEN and PLATFORM_A_PRODUCT_URLS must be set together',
    ]);
    const worker: Env = { ...PRODUCTION, ROLES: 'worker', SECRETS_KEY: '' };
    expect(
      problemsOf({ ...worker, DATA_KEY: KEY, TLS_CERT_FILE: '/absent', TLS_KEY_FILE: '/absent' }),
    ).toEqual([]);
    expect(problemsOf(worker)).toEqual(['DATA_KEY must be set in production, or SECRETS_KEY']);
    expect(problemsOf({ ...PRODUCTION, ROLES: 'worker' })).toEqual([]);
  });

  const tokens = ['PLATFORM_A_TOKEN', 'PLATFORM_B_TOKEN', 'PLATFORM_C_TOKEN'];
  it.each<[roles: string, changes: Env, needless: string[]]>([
    ['api', {}, tokens],
    ['worker', {}, []],
    ['worker', { DATA_KEY: KEY, SECRETS_KEY_PREVIOUS: KEY }, ['SECRETS_KEY', 'SECRETS_KEY_PREVIOUS']],
    ['worker', { TLS_CERT_FILE: '/cert.pem', TLS_KEY_FILE: '/key.pem' }, ['TLS_CERT_FILE', 'TLS_KEY_FILE']],
    ['worker', { REDIS_URL: 'redis://cache' }, ['REDIS_URL']],
    ['api,worker', { DATA_KEY: KEY, REDIS_URL: 'redis://cache' }, []],
  ])('lists the settings that %s should not have: %o', (roles, changes, needless) => {
    expect(readConfig({ ...PRODUCTION, ...changes, ROLES: roles }).needlessSettings).toEqual(needless);
  });
});
