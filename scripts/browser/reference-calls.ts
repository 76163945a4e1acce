import assert from 'node:assert/strict';
import { type Browser, type Page, withPage } from './reference-pages.ts';

/** An App of the service. */
export interface Caller {
  appId: string;
  appSecret: string;
}

/** Everything that outlives a page or leaves it: storage, cookies, the address and the history. */
const TRACES = `Promise.all([
  Object.entries({ ...localStorage, ...sessionStorage }).flat(),
  document.cookie,
  location.href,
  JSON.stringify(history.state),
  indexedDB.databases().then((all) => all.map(({ name }) => name)),
  caches.keys(),
]).then((all) => JSON.stringify(all))`;

/** Sends a call with the example values, or with others in the controls that `values` selects. */
async function send(page: Page, operation: string, values: Record<string, string> = {}): Promise<string> {
  await page.selectOption('#operation', operation);
  await page.waitForSelector(`#${operation}:not([hidden])`);
  for (const [control, value] of Object.entries(values)) {
    await page.locator(`#${operation} ${control}`).fill(value);
  }
  await page.locator(`#${operation} button`).click();
  await page.waitForSelector('#answer p');
  return (await page.locator('#answer p').textContent()) ?? '';
}

/** Signed calls are answered, and the secret is in no storage, no address and no request. */
export async function checkCalls(
  browser: Browser,
  base: string,
  { appId, appSecret }: Caller,
): Promise<void> {
  await withPage(
    browser,
    base,
    async (page) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
      await page.goto(`${base}/docs/try#createIntent`);
      await page.waitForSelector('#createIntent:not([hidden])');
      assert.match(await send(page, 'createIntent'), /Enter the id and the secret/);
      await page.getByLabel('App id').fill(appId);
      await page.getByLabel('App secret').fill(appSecret);
      assert.match(await send(page, 'createIntent'), /^HTTP 201,/);
      assert.match(await send(page, 'getIntent'), /^HTTP 200,/);
      const query = { '[name=query]': 'filter[title][like]=无线 鼠标&pageSize=1' };
      assert.match(await send(page, 'listIntents', query), /^HTTP 200,/);
      const change = { '[name=body]': '{"remarks":"请放前台 🎁"}' };
      assert.match(await send(page, 'updateIntent', change), /^HTTP 200,/);
      const stale = { '[data-name=If-Match]': '"1"' };
      assert.match(await send(page, 'updateIntent', stale), /^HTTP 409,.*VERSION_CONFLICT/);
      assert.match(await send(page, 'cancelIntent'), /^HTTP 200,/);
      assert.match(await send(page, 'deleteIntent'), /^HTTP 200,/);
      assert.match(await send(page, 'getHealth'), /^HTTP 200,/);
      assert.ok(!(await page.evaluate<string>(TRACES)).includes(appSecret), 'the secret left the page');
      assert.ok(!requests.some((request) => request.includes(appSecret)), 'the secret is in an address');
      await page.goto(`${base}/docs`);
      await page.goto(`${base}/docs/try`);
      assert.equal(await page.getByLabel('App secret').inputValue(), '');
    },
    /status of 409/,
  );
}

/** In production the page has nothing to send with, and the browser refuses what a script of it would send. */
export async function checkProduction(browser: Browser, base: string): Promise<void> {
  await withPage(browser, base, async (page) => {
    await page.goto(`${base}/docs/try`);
    await page.waitForSelector('#page-search:not([hidden])');
    assert.equal(await page.locator('form, textarea, [type=password]').count(), 0);
    assert.match((await page.locator('main').textContent()) ?? '', /runs in production/);
  });
  const page = await browser.newPage();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  await page.goto(`${base}/docs/try`);
  const outcome = await page.evaluate<string>(
    "fetch('/api/v1/health').then(() => 'sent', () => 'refused by the browser')",
  );
  assert.equal(outcome, 'refused by the browser');
  assert.deepEqual(calls, []);
  await page.close();
}
