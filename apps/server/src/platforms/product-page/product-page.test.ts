import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ProductPagesOptions } from './product-page.ts';
import { productHtml, startTestShop } from '../../../test/support/test-shop.ts';
import {
  type Answer,
  answers,
  fetchItem,
  html,
  item,
  kettle,
  openPages,
  redirect,
  refused,
  shop,
  unclear,
  useProductPageShop,
} from '../../../test/support/product-page-shop.ts';

useProductPageShop();

describe('a page', () => {
  test('is recognised, and requested with honest headers', async () => {
    answers.set('/items/%E8%8C%B6?sku=1', html(productHtml()));
    const result = await openPages().fetch(item('茶?sku=1#top'), { timeoutMs: 2000 });
    expect(result).toEqual(kettle(item('%E8%8C%B6?sku=1#top')));
    expect(shop.requests[0]?.headers).toMatchObject({
      host: `127.0.0.1:${shop.port}`,
      accept: 'text/html, application/xhtml+xml',
    });
    expect(shop.requests[0]?.headers).not.toHaveProperty('cookie');
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['identity', Buffer.from],
  ])('is read in %s', async (coding, compress) => {
    const body = compress(Buffer.from(productHtml()));
    await expect(fetchItem(html(body, { 'content-encoding': coding }))).resolves.toEqual(kettle(item('x')));
  });

  test.each(['gzip, gzip', 'zstd', 'compress'])('with the coding %s is a bad answer', async (coding) => {
    await expect(fetchItem(html(gzipSync(productHtml()), { 'content-encoding': coding }))).resolves.toEqual(
      unclear('BAD_ANSWER'),
    );
  });

  test.each([
    ['not gzip at all', Buffer.from(productHtml())],
    ['gzip cut short', gzipSync('x'.repeat(100_000)).subarray(0, 60)],
  ])('declared as gzip that is %s is a bad answer', async (_what, body) => {
    await expect(fetchItem(html(body, { 'content-encoding': 'gzip' }))).resolves.toEqual(
      unclear('BAD_ANSWER'),
    );
  });

  test.each([
    ['its header', 'text/html; charset="GBK"', ''],
    ['its meta element', 'text/html', '<meta charset=gbk>'],
    [
      'its old meta element',
      'text/html',
      '<meta http-equiv="Content-Type" content="text/html; charset=GB2312">',
    ],
  ])('is decoded by the charset of %s', async (_what, type, meta) => {
    const [before = '', after = ''] = productHtml('@').split('@",');
    const gbk = Buffer.from([0xb2, 0xe8, 0xba, 0xf8]);
    const body = Buffer.concat([Buffer.from(meta + before), gbk, Buffer.from(`",${after}`)]);
    await expect(fetchItem(html(body, { 'content-type': type }))).resolves.toMatchObject({
      page: { title: '茶壶' },
    });
  });

  test.each(['text/plain', 'application/json', 'image/png', 'text/html-like', ''])(
    'of type %j is not a product',
    async (type) => {
      await expect(fetchItem(html(productHtml(), { 'content-type': type }))).resolves.toEqual(
        refused('NOT_A_PRODUCT'),
      );
    },
  );

  test('without product data is not a product', async () => {
    await expect(fetchItem(html('<title>About us</title>'))).resolves.toEqual(refused('NOT_A_PRODUCT'));
    await expect(fetchItem(html(''))).resolves.toEqual(refused('NOT_A_PRODUCT'));
  });

  test('is not read beyond its product data', async () => {
    const answer: Answer = (response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).write(productHtml() + ' '.repeat(2000));
    await expect(fetchItem(answer)).resolves.toEqual(kettle(item('x')));
  });
});

describe('a status', () => {
  test.each([
    [404, 'NOT_FOUND'],
    [410, 'NOT_FOUND'],
    [400, 'CLIENT_ERROR'],
    [418, 'CLIENT_ERROR'],
    [451, 'CLIENT_ERROR'],
  ] as const)('%s is a definite refusal: %s', async (status, reason) => {
    const answer: Answer = (response) => void response.writeHead(status).end(productHtml());
    await expect(fetchItem(answer)).resolves.toEqual(refused(reason));
  });

  test.each([304, 401, 403, 408, 425, 500, 502, 503])('%s is unclear', async (status) => {
    const answer: Answer = (response) => void response.writeHead(status).end();
    await expect(fetchItem(answer)).resolves.toEqual(unclear(`HTTP_${status}`));
  });

  test('429 is unclear and has the time to wait', async () => {
    const answer: Answer = (response) => void response.writeHead(429, { 'retry-after': '3' }).end();
    await expect(fetchItem(answer)).resolves.toEqual({
      ...unclear('RATE_LIMITED'),
      status: 429,
      retryAfterMs: 3000,
    });
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('by %s inside the prefixes is followed', async (status) => {
    answers.set('/items/real', html(productHtml()));
    await expect(fetchItem(redirect('real#frag', status))).resolves.toEqual(kettle(item('real')));
  });

  test('is followed three times, but not four times', async () => {
    for (const hop of [1, 2, 3, 4]) answers.set(`/items/${hop}`, redirect(`/items/${hop + 1}`));
    answers.set('/items/5', html(productHtml()));
    const pages = openPages();
    await expect(pages.fetch(item('2'), { timeoutMs: 2000 })).resolves.toEqual(kettle(item('5')));
    await expect(pages.fetch(item('1'), { timeoutMs: 2000 })).resolves.toEqual(refused('NOT_A_PRODUCT'));
  });

  test('loop ends', async () => {
    await expect(fetchItem(redirect('/items/x'))).resolves.toEqual(refused('NOT_A_PRODUCT'));
    expect(shop.requests).toHaveLength(4);
  });

  test('with an endless body is followed at once', async () => {
    answers.set('/items/real', html(productHtml()));
    const answer: Answer = (response) => void response.writeHead(302, { location: 'real' }).write('more');
    await expect(fetchItem(answer)).resolves.toEqual(kettle(item('real')));
  });

  test('without a target is a bad answer', async () => {
    await expect(fetchItem((response) => void response.writeHead(302).end())).resolves.toEqual(
      unclear('BAD_ANSWER'),
    );
    await expect(fetchItem(redirect('http://['))).resolves.toEqual(unclear('BAD_ANSWER'));
  });
});

describe('an address outside the prefixes', () => {
  const spellings = (port: number) => [
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.0.0.1',
      '0177.0.0.1',
      '0',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
    ].map((host) => `http://${host}:${port}/items/x`),
    ...['①②⑦.⓪.⓪.①', 'LOCALHOST', 'localhost.', 'user@127.0.0.1'].map(
      (host) => `http://${host}:${port}/items/x`,
    ),
    `http://127.0.0.1:${shop.port}@127.0.0.1:${port}/items/x`,
    `http://127.0.0.1:${shop.port}\\@127.0.0.1:${port}/items/x`,
    `http://127.0.0.1:${port}#@127.0.0.1:${shop.port}/items/x`,
    `http://127.0.0.1:${port}\t/items/x`,
    `http:\\\\127.0.0.1:${port}\\items\\x`,
    `//127.0.0.1:${port}/items/x`,
    `https://127.0.0.1:${port}/items/x`,
    'file:///etc/passwd',
    'data:text/html,x',
    'gopher://127.0.0.1/',
    'javascript:alert(1)',
  ];

  test('is refused in every spelling, requested or redirected to, without a connection', async () => {
    const canary = await startTestShop((_request, response) => void response.end(productHtml()));
    const pages = openPages();
    const targets = spellings(canary.port);
    for (const target of targets) {
      answers.set('/items/away', (response) => {
        const location = Buffer.from(target.replaceAll('\t', '')).toString('latin1');
        response.writeHead(302, { location }).end();
      });
      const asked = await pages.fetch(target, { timeoutMs: 2000 });
      expect(asked, target).toEqual(refused('OUTSIDE_PREFIXES'));
      const redirected = await pages.fetch(item('away'), { timeoutMs: 2000 });
      // Non-ASCII letters do not survive in a header, so such a target is not an address.
      const expected = /[^\x20-\x7e\t]/.test(target) ? unclear('BAD_ANSWER') : refused('OUTSIDE_PREFIXES');
      expect(redirected, `redirect to ${target}`).toEqual(expected);
      expect(pages.owns(target)).toBe(false);
    }
    expect(canary.connections()).toBe(0);
    expect(shop.requests).toHaveLength(targets.length);
    await canary.close();
  });
});

describe('a shop with a host name', () => {
  const lookup: NonNullable<ProductPagesOptions['lookup']> = (hostname, _options, callback) => {
    const loopback = { address: '127.0.0.1', family: 4 };
    if (hostname === 'mixed.test') callback(null, [{ address: '93.184.216.34', family: 4 }, loopback]);
    else if (hostname === 'gone.test')
      callback(Object.assign(new Error('no name'), { code: 'ENOTFOUND' }), []);
    else if (hostname !== 'silent.test') callback(null, [loopback]);
  };

  test.each([
    ['rebound.test', 'BLOCKED_ADDRESS'],
    ['mixed.test', 'BLOCKED_ADDRESS'],
    ['gone.test', 'CONNECTION'],
    ['silent.test', 'TIMEOUT'],
  ])('%s answers %s and no connection is made', async (host, reason) => {
    const prefix = `http://${host}:${shop.port}/items/`;
    const pages = openPages({ lookup, productUrlPrefixes: [prefix] });
    await expect(pages.fetch(`${prefix}x`, { timeoutMs: 150 })).resolves.toEqual(unclear(reason));
    expect(shop.connections()).toBe(0);
  });

  test('localhost is reached when a prefix names it', async () => {
    answers.set('/items/x', html(productHtml()));
    const prefix = `http://localhost:${shop.port}/items/`;
    const pages = openPages({ productUrlPrefixes: [prefix] });
    await expect(pages.fetch(`${prefix}x`, { timeoutMs: 2000 })).resolves.toEqual(kettle(`${prefix}x`));
  });
});

test('pages whose rest is short share connections', async () => {
  const pages = openPages();
  answers.set('/items/x', html(`${productHtml()}${'x'.repeat(32 * 1024)}`));
  for (let time = 0; time < 20; time += 1) {
    await expect(pages.fetch(item('x'), { timeoutMs: 2000 })).resolves.toMatchObject({ ok: true });
  }
  expect(shop.connections()).toBeLessThan(20);
});
