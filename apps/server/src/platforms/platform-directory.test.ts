import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PlatformConfig } from '../config/platform-config.ts';
import { closePlatforms, createPlatforms } from './platform-directory.ts';
import { productHtml, startTestShop } from '../../test/support/test-shop.ts';
import type { TestShop } from '../../test/support/test-shop.ts';

let shop: TestShop;
let reached = Promise.withResolvers<void>();

beforeEach(async () => {
  reached = Promise.withResolvers();
  shop = await startTestShop((request, response) => {
    if (request.url?.endsWith('/hang')) return reached.resolve();
    response.writeHead(200, { 'content-type': 'text/html' }).end(productHtml());
  });
});
afterEach(() => shop.close());

const settings = (id: PlatformConfig['id'], folder: string): PlatformConfig => ({
  id,
  gatewayUrl: `${shop.origin}/${folder}`,
  token: 'token',
  productUrlPrefixes: [`${shop.origin}/${folder}/items/`],
  prices: 'page',
  concurrency: 16,
});

test('each platform owns only its own pages', async () => {
  const platforms = createPlatforms([settings('PLATFORM_A', 'a'), settings('PLATFORM_B', 'b')]);
  expect([...platforms.keys()]).toEqual(['PLATFORM_A', 'PLATFORM_B']);
  const url = `${shop.origin}/b/items/kettle`;
  expect(platforms.get('PLATFORM_A')?.ownsProductUrl(url)).toBe(false);
  expect(platforms.get('PLATFORM_B')?.ownsProductUrl(url)).toBe(true);
  await expect(
    platforms.get('PLATFORM_B')?.fetchProductPage(url, { timeoutMs: 2000 }),
  ).resolves.toMatchObject({
    page: { title: 'Kettle', priceFen: 19900 },
  });
  await closePlatforms(platforms);
});

test('page fetches are bounded for each platform, so that one that hangs delays no other, and closing ends them', async () => {
  const platforms = createPlatforms([settings('PLATFORM_A', 'a'), settings('PLATFORM_B', 'b')], {
    maxPageFetches: 1,
  });
  const hanging = platforms
    .get('PLATFORM_A')
    ?.fetchProductPage(`${shop.origin}/a/items/hang`, { timeoutMs: 5000 });
  await reached.promise;
  const url = `${shop.origin}/b/items/kettle`;
  await expect(
    platforms.get('PLATFORM_B')?.fetchProductPage(url, { timeoutMs: 2000 }),
  ).resolves.toMatchObject({
    ok: true,
  });
  const own = `${shop.origin}/a/items/kettle`;
  await expect(platforms.get('PLATFORM_A')?.fetchProductPage(own, { timeoutMs: 50 })).resolves.toMatchObject({
    reason: 'OVER_SHARE',
  });
  expect(shop.requests).toHaveLength(2);
  await closePlatforms(platforms);
  await expect(hanging).resolves.toMatchObject({ kind: 'unclear', reason: 'CONNECTION' });
});

test.each([
  ['a gateway that is no address', { gatewayUrl: 'shop-a.example' }],
  ['a gateway of another protocol', { gatewayUrl: 'ftp://shop-a.example/' }],
  ['a token that breaks a header', { token: 'a\r\nx: y' }],
  ['no token', { token: '' }],
  ['a prefix that names a host by number', { productUrlPrefixes: ['http://10.0.0.1/'] }],
])('refuses settings with %s', (_what, broken) => {
  expect(() => createPlatforms([{ ...settings('PLATFORM_A', 'a'), ...broken }])).toThrow();
});

test('refuses two platforms with one id', () => {
  expect(() => createPlatforms([settings('PLATFORM_A', 'a'), settings('PLATFORM_A', 'b')])).toThrow(/twice/);
});

test('without a gateway, pages are still read, and an order is a defect', async () => {
  const pages = { ...settings('PLATFORM_A', 'a'), gatewayUrl: null, token: null };
  const platforms = createPlatforms([pages]);
  const platform = platforms.get('PLATFORM_A');
  const page = await platform?.fetchProductPage(`${shop.origin}/a/items/1`, { timeoutMs: 2000 });
  expect(page).toMatchObject({ ok: true });
  await expect(platform?.getOrder('1', { timeoutMs: 2000 })).rejects.toThrow('PLATFORM_A has no gateway');
  await closePlatforms(platforms);
});
