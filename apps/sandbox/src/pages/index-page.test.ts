import { expect, test } from 'vitest';
import { ITEM_NAMES, ITEMS } from '../items.ts';
import { startSandbox } from '../../test/start-sandbox.ts';

const SPECIFIED = [
  'ordinary slow slow-fee shipped out-of-stock price-up price-down rejected undeliverable price-changed half-made',
  'shipping two-parcels flaky lost-answer late-answer down missing not-a-product redirect-away captcha-later gone-later',
  'last-piece withdrawn overcharge redirect-inside hang drip huge bomb',
].join(' ');

test('the table has every documented item', () => {
  expect(ITEM_NAMES.join(' ')).toBe(SPECIFIED);
});

test.each(['text/html,*/*;q=0.8', '*/*'])(
  'shows a page with a link to each item of each shop for %s',
  async (accept) => {
    const { page } = await startSandbox();
    const { status, headers, html } = await page('/', { headers: { accept } });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch('text/html');
    for (const item of ITEM_NAMES) {
      expect(html).toContain(`<code>${item}</code>`);
      for (const shop of ['a', 'b', 'c']) expect(html).toContain(`href="/${shop}/items/${item}"`);
    }
  },
);

test('lists the items with their addresses as application/json', async () => {
  const { page, origin } = await startSandbox();
  const { headers, html } = await page('/', { headers: { accept: 'application/json' } });
  expect(headers.get('content-type')).toMatch('application/json');
  expect(JSON.parse(html)).toEqual(
    ITEM_NAMES.map((item) => ({
      item,
      behaviour: ITEMS[item].behaviour,
      urls: {
        a: `${origin}/a/items/${item}`,
        b: `${origin}/b/items/${item}`,
        c: `${origin}/c/items/${item}`,
      },
    })),
  );
});
