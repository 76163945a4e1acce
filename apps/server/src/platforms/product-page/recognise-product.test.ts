import { describe, expect, test } from 'vitest';
import type { ProductFacts } from '@procurement-intents/domain/product-facts';
import { recogniseProduct } from './recognise-product.ts';

async function* inParts(text: string, size = 64 * 1024): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

const recognise = (html: string, size?: number): Promise<ProductFacts | null> =>
  recogniseProduct(inParts(html, size));
const jsonLd = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
const withOffers = (offers: unknown) => jsonLd({ '@type': 'Product', name: 'Kettle', offers });
const found = (priceFen: number, isAvailable = true) => ({ title: 'Kettle', priceFen, isAvailable });

describe('JSON-LD', () => {
  const offers = { price: '199.00', priceCurrency: 'CNY' };
  const product = { '@type': 'Product', name: 'Kettle', offers };

  test.each([
    ['a plain Product', product],
    ['an array', [{ '@type': 'WebSite', name: 'Shop' }, product]],
    ['a graph', { '@context': 'https://schema.org', '@graph': [{ '@type': 'BreadcrumbList' }, product] }],
    ['a graph in an array', [{ '@graph': [product] }]],
    ['the main entity of a page', { '@type': 'ItemPage', mainEntity: product }],
    ['a variant of a group', { '@type': 'ProductGroup', hasVariant: [product] }],
    ['several types', { ...product, '@type': ['Thing', 'Product'] }],
    ['a full type address', { ...product, '@type': 'http://schema.org/Product' }],
    ['a prefixed type', { ...product, '@type': 'schema:Product' }],
    ['a second product that has a price', [{ '@type': 'Product', name: 'Lid' }, product]],
  ])('finds %s', async (_what, data) => {
    await expect(recognise(jsonLd(data))).resolves.toEqual(found(19900));
  });

  test.each([
    ['a number', { price: 199 }, found(19900)],
    ['a text', { price: '1,299.5' }, found(129950)],
    ['an array of offers: the cheapest', [{ price: 20 }, { price: '9.99' }], found(999)],
    [
      'a cheap offer sold out: the one for sale',
      [{ price: 5, availability: 'SoldOut' }, { price: 9 }],
      found(900),
    ],
    [
      'all sold out',
      [
        { price: 9, availability: 'SoldOut' },
        { price: 5, availability: 'SoldOut' },
      ],
      found(500, false),
    ],
    [
      'an aggregate',
      { '@type': 'AggregateOffer', lowPrice: '88.80', highPrice: 99, priceCurrency: 'CNY' },
      found(8880),
    ],
    [
      'an aggregate of sold-out offers',
      { lowPrice: 8, offers: [{ availability: 'OutOfStock' }] },
      found(800, false),
    ],
    ['an aggregate without its own price', { '@type': 'AggregateOffer', offers: [{ price: 7 }] }, found(700)],
    ['a price specification', { priceSpecification: [{ price: 6, priceCurrency: 'CNY' }] }, found(600)],
    [
      'another currency beside ours',
      [
        { price: 1, priceCurrency: 'USD' },
        { price: 7, priceCurrency: 'CNY' },
      ],
      found(700),
    ],
  ])('reads the price from %s', async (_what, data, expected) => {
    await expect(recognise(withOffers(data))).resolves.toEqual(expected);
  });

  test.each([
    ['https://schema.org/InStock', true],
    ['http://schema.org/LimitedAvailability', true],
    ['OnlineOnly', true],
    ['PreOrder', true],
    ['schema:InStock', true],
    [['InStock'], true],
    [undefined, true],
    ['https://schema.org/OutOfStock', false],
    ['SoldOut', false],
    ['Discontinued', false],
    ['out of stock', false],
    [['https://schema.org/OutOfStock'], false],
  ])('availability %j means for sale: %s', async (availability, isAvailable) => {
    await expect(recognise(withOffers({ price: 1, availability }))).resolves.toEqual(found(100, isAvailable));
  });

  test.each([
    ['no offers', undefined],
    ['no price', {}],
    ['a foreign currency', { price: 10, priceCurrency: 'USD' }],
    ['a foreign currency in the specification', { priceSpecification: { price: 6, priceCurrency: 'USD' } }],
    ['a price of zero', { price: 0 }],
    ['a price finer than a fen', { price: 1.005 }],
    ['a price that is no price', { price: 'ask us' }],
    ['offers of another shape', 'cheap'],
  ])('is not a product with %s', async (_what, data) => {
    await expect(recognise(withOffers(data))).resolves.toBeNull();
  });

  test('tolerates scripts that are broken, deep or wide', async () => {
    const good = withOffers({ price: 3 });
    const broken = '<script type="application/ld+json">{"@type": "Product", </script>';
    const deep = `<script type="application/ld+json">${'['.repeat(300_000)}${']'.repeat(300_000)}</script>`;
    const wide = jsonLd(Array.from({ length: 100_000 }, () => ({})));
    await expect(recognise(broken + deep + wide + good)).resolves.toEqual(found(300));
  });

  test('reads at most a thousand nodes of a script', async () => {
    const fillers = (count: number) => Array.from({ length: count }, () => ({}));
    await expect(recognise(jsonLd({ '@graph': [...fillers(900), product] }))).resolves.toEqual(found(19900));
    const nested = fillers(10).map(() => ({ '@graph': fillers(200) }));
    await expect(recognise(jsonLd({ '@graph': [...nested, product] }))).resolves.toBeNull();
  });

  test('reads a script cut anywhere between two parts', async () => {
    const html = `<title>Shop</title><SCRIPT TYPE='application/ld+json; charset=utf-8'>${JSON.stringify(product)}</SCRIPT >`;
    for (let size = 1; size < 40; size += 1)
      await expect(recognise(html, size)).resolves.toEqual(found(19900));
  });

  test('reads nothing after a complete script', async () => {
    async function* page() {
      yield withOffers({ price: 3 });
      throw new Error('read on');
    }
    await expect(recogniseProduct(page())).resolves.toEqual(found(300));
  });

  test('ignores product data that is only text, comment or another script', async () => {
    const data = JSON.stringify(product);
    const html = `<!--${jsonLd(product)}--><script>${data}</script><textarea>${jsonLd(product)}</textarea>${data}`;
    await expect(recognise(html)).resolves.toBeNull();
  });
});

describe('Open Graph', () => {
  const meta = (facts: Record<string, string>) =>
    Object.entries(facts)
      .map(([property, content]) => `<meta property="${property}" content="${content}">`)
      .join('');

  test.each([
    [{ 'og:type': 'product', 'og:title': 'Kettle', 'product:price:amount': '199.00' }, true],
    [
      { 'og:type': 'product', 'og:title': 'Kettle', 'og:price:amount': '199', 'og:price:currency': 'CNY' },
      true,
    ],
    [{ 'og:title': 'Kettle', 'product:price:amount': '199.00', 'product:price:currency': 'CNY' }, true],
    [{ 'og:title': 'Kettle', 'product:price:amount': '199', 'product:availability': 'out of stock' }, false],
    [{ 'og:title': 'Kettle', 'product:price:amount': '199', 'og:availability': 'oos' }, false],
    [{ 'og:title': 'Kettle', 'product:price:amount': '199', 'og:availability': 'instock' }, true],
  ])('reads %j', async (facts, isAvailable) => {
    await expect(recognise(`<head>${meta(facts)}</head>`)).resolves.toEqual(found(19900, isAvailable));
  });

  test.each([
    { 'og:type': 'article', 'og:title': 'Kettle', 'og:price:amount': '199' },
    { 'og:type': 'product', 'og:title': 'Kettle' },
    { 'og:type': 'product', 'product:price:amount': '199', 'product:price:currency': 'USD' },
    { 'og:type': 'product', 'product:price:amount': 'free' },
  ])('is not a product with %j', async (facts) => {
    await expect(recognise(meta(facts))).resolves.toBeNull();
  });

  test('yields to JSON-LD that follows it', async () => {
    const html = meta({ 'og:type': 'product', 'product:price:amount': '5' }) + withOffers({ price: 6 });
    await expect(recognise(html)).resolves.toEqual(found(600));
  });
});

describe('title', () => {
  const nameless = jsonLd({ '@type': 'Product', offers: { price: 1 } });

  test('falls back from the data to Open Graph to the page', async () => {
    const html = `<title>Page &amp; shop</title>${nameless}`;
    await expect(recognise(html)).resolves.toMatchObject({ title: 'Page & shop' });
    const openGraph = `${html}<meta property="og:title" content="Shared &#33;">`;
    await expect(recognise(openGraph)).resolves.toMatchObject({ title: 'Shared !' });
  });

  test('is collapsed, cleaned and cut to 500 characters', async () => {
    const named = (name: string) => jsonLd({ '@type': 'Product', name, offers: { price: 1 } });
    await expect(recognise(named('  Big\n\t\u0000 kettle '))).resolves.toMatchObject({ title: 'Big kettle' });
    expect((await recognise(named('x'.repeat(600))))?.title).toHaveLength(500);
  });
});

describe('hostile pages', () => {
  const million = 1_000_000;
  test.each([
    ['a million nested elements', '<b>'.repeat(million)],
    ['elements opened and never matched', '<b>'.repeat(500_000) + '</i>'.repeat(500_000)],
    ['nested forms', '<form>'.repeat(500_000)],
    ['nested drawings', '<svg><title>'.repeat(300_000)],
    ['an attribute of a megabyte', `<div data-x="${'x'.repeat(million)}">`],
    ['an attribute of entities', `<div data-x="${'&amp;'.repeat(500_000)}">`],
    [
      'a tag of 300,000 attributes',
      `<div ${Array.from({ length: 300_000 }, (_, index) => `a${index}=1`).join(' ')}>`,
    ],
    ['a comment of comments', '<!--'.repeat(million)],
    ['an open tag of open tags', '<a '.repeat(million)],
    ['titles', '<title>x</title>'.repeat(200_000)],
    ['small scripts', jsonLd({}).repeat(50_000)],
    ['one script of arrays', jsonLd(Array.from({ length: 130 }, () => Array.from({ length: 900 }, () => 1)))],
  ])('%s are read in linear time', async (_what, html) => {
    await expect(recognise(html)).resolves.toBeNull();
  });

  test.each([
    ['open scripts', '<script type="application/ld+json">'.repeat(100_000) + '</script>'],
    [
      'a script of 256 KB',
      jsonLd({ '@type': 'Product', name: 'x'.repeat(256 * 1024), offers: { price: 1 } }),
    ],
  ])('%s may hide a product, so the result is unknown', async (_what, html) => {
    await expect(recognise(html)).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' });
    const openGraph = `<meta property="product:price:amount" content="5">${html}`;
    await expect(recognise(openGraph)).resolves.toMatchObject({ priceFen: 500 });
  });

  test('long ones are read in slices with pauses, short ones without', async () => {
    const attributes = (count: number) =>
      Array.from({ length: count }, (_, index) => `a${index}=1`).join(' ');
    const pauses: number[] = [];
    const pause = async (spentMs: number): Promise<void> => void pauses.push(spentMs);
    await recogniseProduct(inParts(`<div ${attributes(3000)}>`), pause);
    expect(pauses).toEqual([]);
    await recogniseProduct(inParts(`<div ${attributes(200_000)}>`), pause);
    expect(pauses.length).toBeGreaterThan(10);
  });
});
