import { describe, expect, it } from 'vitest';
import { type Env, problemsOf, PRODUCTION } from '../../test/support/config-env.ts';
import { readConfig } from './config.ts';

describe('settings that belong together', () => {
  const shop = {
    PLATFORM_A_URL: 'https://gateway.shop-a.example',
    PLATFORM_A_TOKEN: 'token',
    PLATFORM_A_PRODUCT_URLS: 'https://item.shop-a.example/, https://m.shop-a.example/p/',
  };

  it('configure a platform', () => {
    expect(readConfig(shop).platforms[0]).toEqual({
      id: 'PLATFORM_A',
      gatewayUrl: 'https://gateway.shop-a.example',
      token: 'token',
      productUrlPrefixes: ['https://item.shop-a.example/', 'https://m.shop-a.example/p/'],
      prices: 'page',
      concurrency: 16,
    });
  });

  it.each(Object.keys(shop))('are refused when only %s is missing', (name) => {
    expect(problemsOf({ ...shop, [name]: '' })).toEqual([
      'PLATFORM_A_URL, PLATFORM_A_TOKEN and PLATFORM_A_PRODUCT_URLS must be set together',
    ]);
  });
});

describe('a process in production', () => {
  it.each([
    ['api,worker', 'PLATFORM_A_URL, PLATFORM_A_TOKEN and PLATFORM_A_PRODUCT_URLS'],
    ['api', 'PLATFORM_A_PRODUCT_URLS'],
  ])('does not start as %s without any platform', (roles, names) => {
    const none = Object.keys(PRODUCTION).filter((name) => name.startsWith('PLATFORM_'));
    const env = { ...PRODUCTION, ...Object.fromEntries(none.map((name) => [name, ''])), ROLES: roles };
    expect(problemsOf(env)).toEqual([`a platform must be set in production, such as ${names}`]);
  });

  it('does not start with a part of a platform', () => {
    expect(problemsOf({ ...PRODUCTION, PLATFORM_B_TOKEN: '' })).toEqual([
      'PLATFORM_B_URL, PLATFORM_B_TOKEN and PLATFORM_B_PRODUCT_URLS must be set together',
    ]);
  });

  it('needs gateways in the API too when they name the prices', () => {
    const env: Env = { ...PRODUCTION, ROLES: 'api', PLATFORM_A_PRICES: 'gateway' };
    const { platforms, needlessSettings } = readConfig(env);
    expect(platforms.map(({ token }) => token)).toEqual(['token', null, null]);
    expect(needlessSettings).toEqual(['PLATFORM_B_TOKEN', 'PLATFORM_C_TOKEN']);
    expect(problemsOf({ ...env, PLATFORM_A_TOKEN: '' })).toEqual([
      'PLATFORM_A_URL, PLATFORM_A_TOKEN and PLATFORM_A_PRODUCT_URLS must be set together',
    ]);
    expect(
      problemsOf({ ...env, PLATFORM_A_URL: '', PLATFORM_A_TOKEN: '', PLATFORM_A_PRODUCT_URLS: '' }),
    ).toHaveLength(1);
  });
});
