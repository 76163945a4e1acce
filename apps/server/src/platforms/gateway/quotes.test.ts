import { expect, test } from 'vitest';
import { CALL, json, startScriptedPlatform, unclear } from '../../../test/support/test-platform.ts';

const URL_OF_PRODUCT = 'https://item.shop-a.example/1?color=红';
const QUOTE = { title: ' 紫砂\u0000壶 ', unitPrice: 0.29, available: true };

const quoting = () => startScriptedPlatform({ prices: 'gateway' });

test('a quote takes the place of the page, for as many pieces as are bought', async () => {
  const one = await quoting();
  one.answer = json(200, QUOTE);
  await expect(one.platform.fetchProductPage(URL_OF_PRODUCT, { ...CALL, quantity: 3 })).resolves.toEqual({
    ok: true,
    page: { title: '紫砂 壶', priceFen: 29, isAvailable: true, finalUrl: URL_OF_PRODUCT },
  });
  await one.platform.fetchProductPage(URL_OF_PRODUCT, CALL);
  const asked = one.gateway.requests.map(({ path }) => new URL(path, 'http://gateway').searchParams);
  expect(asked.map((query) => [query.get('url'), query.get('quantity')])).toEqual([
    [URL_OF_PRODUCT, '3'],
    [URL_OF_PRODUCT, '1'],
  ]);
});

test.each([
  ['404', json(404, { reason: 'PRODUCT_NOT_FOUND' }), { ok: false, kind: 'refused', reason: 'NOT_FOUND' }],
  ['400', json(400, {}), { ok: false, kind: 'refused', reason: 'CLIENT_ERROR' }],
  ['409', json(409, {}), unclear('HTTP_409')],
  ['no price', json(200, { ...QUOTE, unitPrice: 0 }), unclear('BAD_ANSWER')],
  ['a third decimal', json(200, { ...QUOTE, unitPrice: 1.005 }), unclear('BAD_ANSWER')],
  ['no title', json(200, { ...QUOTE, title: '\u0007' }), unclear('BAD_ANSWER')],
  ['no word of stock', json(200, { title: 'x', unitPrice: 1 }), unclear('BAD_ANSWER')],
])('an answer with %s is none', async (_what, answer, expected) => {
  const one = await quoting();
  one.answer = answer;
  await expect(one.platform.fetchProductPage(URL_OF_PRODUCT, CALL)).resolves.toMatchObject(expected);
});

test('the gateway is not asked about an address of another shop', async () => {
  const one = await quoting();
  await expect(one.platform.fetchProductPage('https://elsewhere.example/1', CALL)).resolves.toEqual({
    ok: false,
    kind: 'refused',
    reason: 'OUTSIDE_PREFIXES',
  });
  expect(one.gateway.requests).toEqual([]);
});
