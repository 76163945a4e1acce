import { expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createProductPageCache } from './product-page-cache.ts';

const URL_A = 'https://item.shop-a.example/1';
const product = { outcome: 'product', finalUrl: `${URL_A}?moved` } as const;
const refused = { outcome: 'refused', finalUrl: null } as const;
const unclear = { outcome: 'unclear', finalUrl: null } as const;

it('keeps an outcome for a minute, for its platform and address only (I11)', () => {
  const clock = createFakeClock();
  const cache = createProductPageCache(clock);
  cache.set('PLATFORM_A', URL_A, product);
  expect(cache.get('PLATFORM_B', URL_A)).toBeUndefined();
  expect(cache.get('PLATFORM_A', `${URL_A}2`)).toBeUndefined();
  clock.advance(59_999);
  expect(cache.get('PLATFORM_A', URL_A)).toEqual(product);
  clock.advance(1);
  expect(cache.get('PLATFORM_A', URL_A)).toBeUndefined();
});

it('keeps for ten seconds that a page could not be read', () => {
  const clock = createFakeClock();
  const cache = createProductPageCache(clock);
  cache.set('PLATFORM_A', URL_A, unclear);
  clock.advance(9999);
  expect(cache.get('PLATFORM_A', URL_A)).toEqual(unclear);
  clock.advance(1);
  expect(cache.get('PLATFORM_A', URL_A)).toBeUndefined();
});

it('evicts the oldest entry when full', () => {
  const cache = createProductPageCache(createFakeClock());
  for (let index = 0; index <= 10_000; index += 1) cache.set('PLATFORM_A', `${URL_A}${index}`, refused);
  expect(cache.get('PLATFORM_A', `${URL_A}0`)).toBeUndefined();
  expect(cache.get('PLATFORM_A', `${URL_A}10000`)).toEqual(refused);
});
