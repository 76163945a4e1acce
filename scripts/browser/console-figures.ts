import { median, quantile } from '../../bench/sdk/statistics.ts';
import type { CompanyIntentItemView } from '../../packages/contract/src/company/index.ts';
import { callApi, open, tokenOf, untilRead, type Visit, withConsole } from './console-visit.ts';
import type { Page } from './reference-pages.ts';

// Figures depend on the machine and on what else it does, so they are printed, and nothing fails by them.

const RUNS = 5;
const PATHS = ['/dashboard', '/intents', '/apps'];

const ms = (value: number): string => `${value.toFixed(1)} ms`;

const VIEW = `({
  painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  ready: performance.now(),
  bytes: performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
})`;

/** How long a page takes that nothing is cached of, and the JavaScript that it loads. */
export async function measureFirstViews(visit: Visit): Promise<void> {
  for (const path of PATHS) {
    const views: { painted: number; ready: number; bytes: number }[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      await withConsole(visit, async (page) => {
        const devtools = await visit.browser.newCDPSession(page);
        await devtools.send('Network.enable');
        await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
        await open(page, visit, path);
        views.push(await page.evaluate(VIEW));
      });
    }
    const [painted, ready, bytes] = (['painted', 'ready', 'bytes'] as const).map((name) =>
      median(views.map((view) => view[name])),
    ) as [number, number, number];
    console.log(
      `      ${path}: first paint ${ms(painted)}, contents ${ms(ready)}, ${bytes} bytes of scripts`,
    );
  }
}

const ROWS = 10_000;
const WHEELS = 150;
const WHEEL_PX = 600;
const RECORD = `window.frames = [];
let last = performance.now();
const tick = (now) => { window.frames.push(now - last); last = now; requestAnimationFrame(tick); };
requestAnimationFrame(tick);`;

/** Answers the list of intents with this many, as copies of one. */
async function answerRows(visit: Visit, page: Page): Promise<void> {
  const { items } = await callApi<{ items: CompanyIntentItemView[] }>(visit, 'GET /v1/intents?pageSize=1', {
    token: await tokenOf(visit),
  });
  const [item] = items;
  await page.route('**/v1/intents?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    const first = Number(searchParams.get('cursor') ?? 0);
    const size = Number(searchParams.get('pageSize'));
    const rows = Array.from({ length: size }, (_, place) => ({ ...item, id: `int_${first + place}` }));
    const next = first + size;
    return route.fulfill({
      json: { items: rows, total: ROWS, nextCursor: next < ROWS ? String(next) : null },
    });
  });
}

/** How long frames take while a table of 10,000 rows is scrolled by the wheel. */
export async function measureScrolling(visit: Visit): Promise<void> {
  await withConsole(visit, async (page) => {
    await answerRows(visit, page);
    await open(page, visit, '/intents');
    const grid = page.locator('[role=grid]');
    const rowCount = async () => Number(await grid.getAttribute('aria-rowcount'));
    while ((await rowCount()) < ROWS) {
      await grid.press('End');
      await untilRead(page);
    }
    await grid.press('Home');
    await page.waitForSelector('[aria-rowindex="1"]');
    const devtools = await visit.browser.newCDPSession(page);
    for (const rate of [1, 4]) {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate });
      await page.mouse.move(600, 500);
      await page.evaluate(RECORD);
      for (let wheel = 0; wheel < WHEELS; wheel += 1)
        await page.mouse.wheel(0, wheel < WHEELS / 2 ? WHEEL_PX : -WHEEL_PX);
      // The first frame has waited for the recording to begin.
      const frames = (await page.evaluate<number[]>('window.frames')).slice(1);
      const [half, most, longest] = [0.5, 0.95, 1].map((share) => ms(quantile(frames, share)));
      const slower = rate === 1 ? '' : `, processor ${rate} times slower`;
      console.log(
        `      ${ROWS} rows${slower}: ${frames.length} frames, p50 ${half}, p95 ${most}, longest ${longest}`,
      );
    }
  });
}
