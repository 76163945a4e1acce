import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ITEM_NAMES, ITEMS } from '../items.ts';
import { startSandbox } from '../../test/start-sandbox.ts';

function readJsonLd(html: string) {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json ?? 'null');
}

describe('a product page', () => {
  test.each(ITEM_NAMES.filter((item) => ITEMS[item].page === 'product'))(
    'of %s shows a product for 199.00 in every shop',
    async (item) => {
      const { page } = await startSandbox();
      for (const shop of ['a', 'b', 'c']) {
        const { status, headers, html } = await page(`/${shop}/items/${item}`);
        expect(status).toBe(200);
        expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(html));
        expect(readJsonLd(html)).toMatchObject({
          '@context': 'https://schema.org',
          '@type': 'Product',
          offers: {
            '@type': 'Offer',
            price: '199.00',
            priceCurrency: 'CNY',
            availability: 'https://schema.org/InStock',
          },
        });
        expect(html).toContain('<meta property="og:type" content="product">');
        expect(html).toContain('<meta property="product:price:amount" content="199.00">');
        expect(html).toContain('<meta property="product:price:currency" content="CNY">');
      }
    },
  );

  test('shows the price and title of the query', async () => {
    const { page } = await startSandbox();
    const { html } = await page('/b/items/ordinary?price=0.5&title=%E8%8C%B6');
    expect(readJsonLd(html)).toMatchObject({ name: '茶', offers: { price: '0.50' } });
    expect(html).toContain('<title>茶</title>');
    expect(html).toContain('<meta property="og:title" content="茶">');
    expect(html).toContain('<meta property="product:price:amount" content="0.50">');
  });

  test('escapes the title in elements, attributes and scripts', async () => {
    const { page } = await startSandbox();
    const title = `</script><script>alert("1")</script><!--"'&\u2028`;
    const { html } = await page(`/a/items/ordinary?title=${encodeURIComponent(title)}`);
    expect(readJsonLd(html).name).toBe(title);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain('<!--');
    expect(html).toContain('content="&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)');
  });

  test.each(['abc', '', '-1', '0', '1.234', '1&price=2', '100000000'])(
    'answers 400 to ?price=%s',
    async (price) => {
      const { page } = await startSandbox();
      const { status, html } = await page(`/a/items/ordinary?price=${price}`);
      expect(status).toBe(400);
      expect(html).not.toContain('Product');
    },
  );

  test('serves several visits on one connection', async () => {
    const { server, origin } = await startSandbox();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    let connections = 0;
    server.on('connection', () => (connections += 1));
    for (let visit = 0; visit < 3; visit++) {
      const [response] = (await once(get(`${origin}/a/items/ordinary`, { agent }), 'response')) as [
        IncomingMessage,
      ];
      await once(response.resume(), 'end');
    }
    expect(connections).toBe(1);
  });
});

describe('a moving price', () => {
  test.each([
    ['price-up', '109.99', '120.99'],
    ['price-down', '109.99', '98.99'],
  ])('of %s changes after the first fetch and stays', async (item, first, then) => {
    const { page } = await startSandbox();
    const fetchPrice = async (query: string) =>
      readJsonLd((await page(`/a/items/${item}?price=109.99${query}`)).html).offers.price;
    expect(await fetchPrice('')).toBe(first);
    expect(await fetchPrice('')).toBe(then);
    expect(await fetchPrice('')).toBe(then);
    expect(await fetchPrice('&n=17')).toBe(first);
  });

  test('is cleared by a reset and not shared with another sandbox', async () => {
    const { page, call } = await startSandbox();
    const other = await startSandbox();
    const fetchFrom = async (from: typeof page) =>
      readJsonLd((await from('/a/items/price-up')).html).offers.price;
    await fetchFrom(page);
    expect(await fetchFrom(other.page)).toBe('199.00');
    expect(await fetchFrom(page)).toBe('218.90');
    await call('POST', '/reset');
    expect(await fetchFrom(page)).toBe('199.00');
  });

  test('does not change by a HEAD request', async () => {
    const { page } = await startSandbox();
    expect((await page('/a/items/price-up', { method: 'HEAD' })).status).toBe(405);
    expect(readJsonLd((await page('/a/items/price-up')).html).offers.price).toBe('199.00');
  });
});

describe('a page without a product', () => {
  test.each(['missing', 'no-such-item', 'constructor', 'ordinary/more', '../b/items/ordinary/', ''])(
    'answers 404 to %j',
    async (item) => {
      const { origin } = await startSandbox();
      const socket = connect(Number(new URL(origin).port), '127.0.0.1');
      socket.end(`GET /a/items/${item} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n`);
      let answer = '';
      socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
      await once(socket, 'close');
      expect(answer).toMatch(/^HTTP\/1.1 404 /);
      expect(answer).not.toContain('schema.org');
    },
  );

  test('answers 200 without product data for not-a-product', async () => {
    const { page } = await startSandbox();
    const { status, html } = await page('/a/items/not-a-product');
    expect(status).toBe(200);
    expect(html).not.toMatch(/ld\+json|og:|product:/);
  });
});

describe('a redirect', () => {
  test('of redirect-away leads to a product-like page that counts its visits', async () => {
    const { page, call, origin } = await startSandbox();
    const { status, headers } = await page('/a/items/redirect-away');
    expect(status).toBe(302);
    expect(headers.get('location')).toBe(`${origin}/elsewhere`);
    expect((await call('GET', '/elsewhere/hits')).body).toEqual({ hits: 0 });

    const { html } = await page('/a/items/redirect-away', { redirect: 'follow' });
    expect(readJsonLd(html)['@type']).toBe('Product');
    expect((await call('GET', '/elsewhere/hits')).body).toEqual({ hits: 1 });
    await call('POST', '/reset');
    expect((await call('GET', '/elsewhere/hits')).body).toEqual({ hits: 0 });
  });

  test('of redirect-inside leads to ordinary in the same shop, query kept', async () => {
    const { page } = await startSandbox();
    const { status, headers } = await page('/c/items/redirect-inside?price=5&title=a%26b');
    expect(status).toBe(302);
    expect(headers.get('location')).toBe('/c/items/ordinary?price=5&title=a%26b');
  });
});
