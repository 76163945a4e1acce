import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages of these checks. */
export const REFERENCE_WORKSPACE = join(
  import.meta.dirname,
  '..',
  '..',
  'apps',
  'server',
  'test',
  'reference',
);

/** The parts of playwright-core that are used here. */
export interface Browser {
  newPage(): Promise<Page>;
  setOffline(isOffline: boolean): Promise<void>;
  newCDPSession(page: Page): Promise<{ send(method: string, parameters?: object): Promise<unknown> }>;
  close(): Promise<void>;
}
interface Locator {
  fill(text: string): Promise<void>;
  click(): Promise<void>;
  press(key: string): Promise<void>;
  focus(): Promise<void>;
  first(): Locator;
  nth(place: number): Locator;
  count(): Promise<number>;
  inputValue(): Promise<string>;
  isVisible(): Promise<boolean>;
  last(): Locator;
  textContent(): Promise<string | null>;
  getAttribute(name: string): Promise<string | null>;
  getByRole(role: string, options: { name: string | RegExp }): Locator;
  locator(selector: string): Locator;
}
interface Route {
  abort(): Promise<void>;
  continue(): Promise<void>;
  fulfill(answer: { json: unknown }): Promise<void>;
  request(): { url(): string };
}
interface Emitted {
  type(): string;
  text(): string;
}
export interface Page {
  goto(url: string): Promise<unknown>;
  url(): string;
  readonly mouse: { move(x: number, y: number): Promise<void>; wheel(x: number, y: number): Promise<void> };
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  emulateMedia(media: { colorScheme: string }): Promise<void>;
  evaluate<T>(code: string): Promise<T>;
  waitForFunction(code: string): Promise<unknown>;
  waitForSelector(selector: string, options?: { state: string }): Promise<unknown>;
  locator(selector: string): Locator;
  getByLabel(label: string): Locator;
  getByRole(role: string, options: { name: string | RegExp }): Locator;
  selectOption(selector: string, value: string): Promise<unknown>;
  on(event: 'console', listener: (message: Emitted) => void): void;
  addInitScript(script: { content: string }): Promise<void>;
  screenshot(options: { path: string; fullPage?: boolean }): Promise<unknown>;
  setDefaultTimeout(ms: number): void;
  route(url: string, answer: (route: Route) => Promise<void>): Promise<void>;
  on(event: 'dialog', listener: (dialog: { message(): string; dismiss(): Promise<void> }) => void): void;
  on(event: 'pageerror', listener: (error: Error) => void): void;
  on(event: 'request', listener: (request: { url(): string; method(): string }) => void): void;
  close(): Promise<void>;
}

/** One page of each kind. */
export const KINDS = [
  '/docs',
  '/docs/operations/createIntent',
  '/docs/operations/listIntents',
  '/docs/guides/test-your-integration',
  '/docs/reference/settings',
  '/docs/reference/lifecycle',
  '/docs/reference/data',
  '/docs/errors',
  '/docs/errors/VALIDATION_FAILED',
  '/docs/packages/sdk',
  '/docs/try',
  '/docs/zh',
  '/docs/zh/guides/going-live',
  '/docs/zh/reference/limits',
  '/docs/zh/errors/VALIDATION_FAILED',
];
const WIDTHS = [360, 1280];
const COLOR_SCHEMES = ['light', 'dark'];
const GRAVE = new Set(['serious', 'critical']);

/**
 * Opens a page that fails the check when it logs an error or asks another host, and closes it after `work`. The browser
 * itself logs a refused call, so a check that makes one names it in `expected`.
 */
export async function withPage(
  browser: Browser,
  base: string,
  work: (page: Page) => Promise<void>,
  expected?: RegExp,
): Promise<void> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    const isExpected = expected?.test(message.text()) === true;
    if (message.type() === 'error' && !isExpected) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${base}/`)) problems.push(`a request to ${request.url()}`);
  });
  try {
    await work(page);
    assert.deepEqual(problems, []);
  } finally {
    await page.close();
  }
}

const AXE = join(REFERENCE_WORKSPACE, 'node_modules', 'axe-core', 'axe.min.js');

/** What axe finds that keeps people from using the page. */
export async function findViolations(page: Page): Promise<string[]> {
  // Evaluated, because the policies of the pages allow no inline script.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(readFileSync(AXE, 'utf8'));
  const found = await page.evaluate<{ impact: string; id: string; nodes: { html: string }[] }[]>(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  const grave = found.filter(({ impact }) => GRAVE.has(impact));
  return grave.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html}`);
}

/** A page of each kind at each width, light and dark: it fits, looks as the system asks, and axe finds nothing grave. */
export async function checkLooks(browser: Browser, base: string, path: string): Promise<void> {
  await withPage(browser, base, async (page) => {
    await page.goto(base + path);
    await page.waitForSelector('#page-search:not([hidden])');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of COLOR_SCHEMES) {
        await page.emulateMedia({ colorScheme });
        const seen = await page.evaluate<{ width: number; ground: string; cutTables: string[] }>(
          `({
            width: document.documentElement.scrollWidth,
            ground: getComputedStyle(document.body).backgroundColor,
            cutTables: [...document.querySelectorAll('.scroll')]
              .filter((each) => each.scrollWidth > each.clientWidth + 1)
              .map((each) => each.querySelector('th').textContent),
          })`,
        );
        const where = `${width} px, ${colorScheme}`;
        assert.ok(seen.width <= width, `${where}: the page is ${seen.width} px wide`);
        assert.deepEqual(seen.cutTables, [], `${where}: tables that are cut off`);
        assert.equal(seen.ground, colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 24, 29)', where);
        assert.deepEqual(await findViolations(page), [], where);
      }
    }
  });
}

/** The search finds a guide by a misspelled word, an error by its code and by Chinese text. */
export async function checkSearch(browser: Browser, base: string): Promise<void> {
  await withPage(browser, base, async (page) => {
    await page.goto(`${base}/docs`);
    const input = page.getByLabel('Search the documents');
    const wanted = {
      'idempotancy key': '/docs/guides/retries-and-idempotency#one-purchase-one-key',
      40902: '/docs/errors/VERSION_CONFLICT',
      签名: '/docs/errors/SIGNATURE_INVALID',
      cancelIntent: '/docs/operations/cancelIntent',
    };
    for (const [words, address] of Object.entries(wanted)) {
      await input.fill(words);
      await page.waitForSelector(`#page-search a[href="${address}"]`);
    }
    await input.press('ArrowDown');
    await page.locator('#page-search a:focus').click();
    await page.waitForSelector('main h1');
    assert.match(page.url(), /\/docs\/.+/);
  });
}

/** Samples are in tabs, which the arrow keys move. */
export async function checkTabs(browser: Browser, base: string): Promise<void> {
  await withPage(browser, base, async (page) => {
    await page.goto(`${base}/docs/operations/createIntent`);
    await page.waitForSelector('[role=tablist]');
    assert.equal(await page.locator('[role=tab]').count(), 6);
    await page.getByRole('tab', { name: 'curl and openssl' }).press('ArrowRight');
    await page.locator('[role=tab]:focus').press('ArrowRight');
    assert.equal(await page.getByRole('tab', { name: 'Python' }).getAttribute('aria-selected'), 'true');
    assert.equal(await page.locator('[role=tabpanel]:not([hidden])').count(), 1);
    assert.match((await page.locator('[role=tabpanel]:not([hidden])').textContent()) ?? '', /import hmac/);
  });
}

/** Once read, pages are read and searched without the service, which `stop` ends. */
export async function checkOffline(browser: Browser, base: string, stop: () => Promise<void>): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${base}/docs/guides/sign-a-request`);
  const waitUntilKept = (path: string) =>
    page.waitForFunction(`caches.match('${path}').then((kept) => kept !== undefined)`);
  await waitUntilKept('/docs/search-index.js');
  await page.goto(`${base}/docs/errors/VERSION_CONFLICT`);
  await waitUntilKept('/docs/errors/VERSION_CONFLICT');
  await stop();
  for (const [path, title] of Object.entries({
    '/docs/errors/VERSION_CONFLICT': 'VERSION_CONFLICT',
    '/docs/guides/sign-a-request': 'Sign a request',
    '/docs': 'Procurement Intent Service',
  })) {
    await page.goto(base + path);
    assert.equal(await page.locator('h1').textContent(), title);
  }
  await page.getByLabel('Search the documents').fill('idempotency');
  await page.waitForSelector('#page-search a[href="/docs/guides/retries-and-idempotency"]');
  await page.close();
}
