import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  doShopsOverlap,
  indexBlocked,
  indexShops,
  isBlockedBy,
  isWithinShop,
  productKeyOf,
  shopKeyOf,
  shopOf,
} from './shop-key.ts';

const key = (address: string): string => shopKeyOf(address) ?? '';

describe('the key of a shop', () => {
  test.each([
    ['https://Shop.Example', 'shop.example/'],
    ['https://shop.example:443/store', 'shop.example/store/'],
    ['http://shop.example/store/', 'shop.example/store/'],
    ['https://shop.example/%73tore/', 'shop.example/store/'],
    ['https://shop.example/%2573tore/', 'shop.example/store/'],
    ['https://shop.example//store///a', 'shop.example/store/a/'],
    ['https://shop.example/store?a=1#b', 'shop.example/store/'],
    ['https://shop.example/x/%2e%2e/store', 'shop.example/store/'],
    ['https://shop.example/x/%252e%252e/store', 'shop.example/store/'],
    ['https://shop.example/x//%252e%252e/store', 'shop.example/store/'],
    ['https://shop.example//store/a/.b', 'shop.example/store/a/.b/'],
    ['https://shop.example//store/%252e/a', 'shop.example/store/a/'],
    ['https://shop.example//x:y/7/.z', 'shop.example/x:y/7/.z/'],
    ['https://shop.example/%252e%252e/%252e%252e/store', 'shop.example/store/'],
    ['https://shop.example/%zz/%', 'shop.example/%zz/%/'],
    ['https://shop.example/%e5%95%86', 'shop.example/%E5%95%86/'],
    ['https://商店.example/', 'xn--czrs0t.example/'],
    ['http://127.0.0.1:3100/a/items/ordinary', '127.0.0.1:3100/a/items/ordinary/'],
  ])('of %s is %s', (address, expected) => {
    expect(shopKeyOf(address)).toBe(expected);
  });

  test.each([
    '',
    'shop.example',
    'ftp://shop.example/',
    'javascript:alert(1)',
    'http://',
    'https://shop.example/store%2f1',
    'https://shop.example/store%252F1',
    'https://shop.example/store%25255c1',
    'https://shop.example/store%25%30%301',
  ])('is null for %j', (address) => {
    expect(shopKeyOf(address)).toBeNull();
  });

  test('is the key of every spelling of the same path', () => {
    const segment = fc.stringMatching(/^[A-Za-z0-9_~-]{1,8}$/);
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 4 }), fc.infiniteStream(fc.nat(3)), (segments, choices) => {
        const spell = (text: string): string =>
          Array.from(text, (letter) => {
            const code = letter.charCodeAt(0).toString(16);
            const choice = choices.next().value;
            return choice === 0 ? `%${code}` : choice === 1 ? `%25${code}` : letter;
          }).join('');
        const detour = (): string =>
          choices.next().value === 0 ? `${spell('x')}/${spell('..')}/${spell('.')}/` : '';
        const plain = `https://shop.example/${segments.join('/')}`;
        const other = `http://shop.example//${segments.map((each) => detour() + spell(each)).join('//')}`;
        expect(shopKeyOf(other)).toBe(shopKeyOf(plain));
      }),
    );
  });

  test('never throws, and is its own key', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '.',
      '..',
      '.x',
      ':',
      '@',
      '[',
      ']',
      '%',
      '%2',
      '2e',
      '%252e',
      '\\',
      '?',
      '#',
      ' ',
      'é',
    );
    const path = fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 12 });
    const address = fc.tuple(fc.constantFrom('/', '//', '//.', '///x:y/.'), path).map(([first, rest]) => {
      return `https://shop.example${first}${rest.join('')}`;
    });
    fc.assert(
      fc.property(fc.oneof(address, fc.string({ unit: 'binary' }), fc.webUrl()), (text) => {
        const made = shopKeyOf(text);
        expect(made === null ? null : shopKeyOf(`https://${made}`)).toBe(made);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('shops', () => {
  test.each([
    ['https://a.example/', 'https://a.example/store', true],
    ['https://a.example/store', 'https://a.example/', true],
    ['https://a.example/store', 'http://a.example/store/', true],
    ['https://a.example/store', 'https://a.example/store2', false],
    ['https://a.example/store', 'https://b.example/store', false],
    ['https://a.example/', 'https://a.example.evil/', false],
  ])('%s and %s overlap: %s', (one, other, expected) => {
    expect(doShopsOverlap(key(one), key(other))).toBe(expected);
  });

  test('a product lies within a shop whose path begins its own, by whole segments', () => {
    expect(isWithinShop(key('https://a.example/store/item?x=1'), key('https://a.example/store'))).toBe(true);
    expect(isWithinShop(key('https://a.example/stores/item'), key('https://a.example/store'))).toBe(false);
  });

  test('the shop of a product is found by its key', () => {
    const shops = indexShops([['a.example/store/', 'one']]);
    expect(shopOf('https://a.example/%73tore/item', shops)).toBe('one');
    expect(shopOf('https://a.example/item', shops)).toBeNull();
    expect(shopOf('nonsense', shops)).toBeNull();
    expect(shopOf('https://a.example/store', indexShops([]))).toBeNull();
  });
});

test('the shop of a product is the one that it lies within, of any shops that do not overlap', () => {
  const path = fc.array(fc.constantFrom('a', 'b', 'a-', 'a.', 'ab', '~'), { maxLength: 4 });
  const shopKeys = fc.array(path, { maxLength: 12 }).map((paths) =>
    paths.reduce<string[]>((kept, segments) => {
      const each = key(`https://shop.example/${segments.join('/')}`);
      return kept.some((other) => doShopsOverlap(each, other)) ? kept : [...kept, each];
    }, []),
  );
  fc.assert(
    fc.property(shopKeys, path, (keys, segments) => {
      const product = `https://shop.example/${segments.join('/')}`;
      const within = keys.find((each) => isWithinShop(key(product), each)) ?? null;
      expect(shopOf(product, indexShops(keys.map((each) => [each, each] as const)))).toBe(within);
    }),
  );
});

test('a path is decoded as often as a server may decode it', () => {
  /** One layer at a time, until nothing changes. */
  const inLayers = (text: string): string => {
    const once = text.replaceAll(/%([0-9A-Fa-f]{2})/g, (whole, digits: string) => {
      const character = String.fromCharCode(Number.parseInt(digits, 16));
      return /[A-Za-z0-9._~%-]/.test(character) ? character : whole.toUpperCase();
    });
    return once === text ? text : inLayers(once);
  };
  const piece = fc.constantFrom('%', '2', '5', '25', '%25', '3', '61', '2f', '%2f', 'e5', 'a', 'F');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const path = `x${pieces.join('')}`;
      const decoded = inLayers(path);
      const expected = decoded.includes('%2F') ? null : `shop.example/${decoded}/`;
      expect(shopKeyOf(`https://shop.example/${path}`)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test('product URLs are equal after parsing', () => {
  expect(productKeyOf('HTTPS://Shop.Example:443/a b?x=1#top')).toBe('https://shop.example/a%20b?x=1');
  expect(productKeyOf('https://shop.example/a')).not.toBe(productKeyOf('https://shop.example/a?x=1'));
  expect(productKeyOf('nonsense')).toBeNull();
});

describe('a blocked shop', () => {
  const blocked = indexBlocked(['shop.example/Store/', 'shop.example/store/a/', 'shop.example/b;v=1/']);

  test.each([
    'https://shop.example/store/1',
    'https://shop.example/STORE;jsessionid=1/1',
    'https://shop.example/store%3Ba/1',
    'https://shop.example/store%253Ba/1',
    'https://shop.example/x/..;/store/1',
    'https://shop.example/store/..;/1',
    'https://shop.example/store/b/1',
    'https://shop.example/b/1',
    'https://shop.example/B;v=2/1',
  ])('is blocked as %s', (address) => {
    expect(isBlockedBy(address, blocked)).toBe(true);
  });

  test.each([
    'https://shop.example/stores/1',
    'https://other.example/store/1',
    'https://shop.example/x;/store/1',
  ])('is not %s', (address) => {
    expect(isBlockedBy(address, blocked)).toBe(false);
  });
});
