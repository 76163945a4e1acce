import assert from 'node:assert/strict';
import { join } from 'node:path';
import { askFor, buy, createApp, open, type Visit, withConsole } from './console-walk.ts';
import { findViolations, type Page } from './reference-pages.ts';

const WIDTHS = [1280, 360];
const COLOR_SCHEMES = ['light', 'dark'];
const LANGUAGES = ['zh', 'en'];
const PICTURES = join(import.meta.dirname, '..', 'docs', 'guides', 'console');

/** Texts that run a script where a page takes them for markup or code. */
export const HOSTILE_TEXTS = [
  '<img src=x onerror="alert(1)">',
  '"><svg onload=alert(2)>\';alert(3);//',
  '<script>alert(4)</script>{{constructor.constructor("alert(5)")()}}',
];

/** The pages that the menu leads to. An administrator sees every one. */
export async function pathsOf(visit: Visit): Promise<string[]> {
  let paths: string[] = [];
  await withConsole(visit, async (page) => {
    await open(page, visit, '');
    paths = await page.evaluate("[...document.querySelectorAll('nav a')].map(({ pathname }) => pathname)");
  });
  return paths.map((path) => path.replace('/console', ''));
}

async function choose(page: Page, language: string): Promise<void> {
  await page.evaluate(`localStorage.setItem('console.language', '${language}')`);
}

/** A page in both languages, at each width, light and dark: it fits, and axe finds nothing grave. */
export async function checkLooks(visit: Visit, path: string): Promise<void> {
  await withConsole(visit, async (page) => {
    await open(page, visit, path);
    for (const language of LANGUAGES) {
      await choose(page, language);
      await open(page, visit, path);
      assert.equal(await page.evaluate('document.documentElement.lang'), language);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of COLOR_SCHEMES) {
          await page.emulateMedia({ colorScheme });
          await page.waitForSelector(`:root[data-theme=${colorScheme}]`);
          const where = `${language}, ${width} px, ${colorScheme}`;
          const seen = await page.evaluate<number>('document.documentElement.scrollWidth');
          assert.ok(seen <= width, `${where}: the page is ${seen} px wide`);
          assert.deepEqual(await findViolations(page), [], where);
        }
      }
    }
    await choose(page, 'en');
  });
}

/** Texts of callers, of people and of the address stay texts on every page. */
export async function checkTexts(visit: Visit, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await createApp(visit, text);
    await buy(visit.service, visit.service, ['slow', text]);
    await askFor(visit, text);
  }
  const paths = await pathsOf(visit);
  await withConsole(visit, async (page) => {
    for (const path of paths) {
      await open(page, visit, `${path}?${new URLSearchParams({ title: texts[0] ?? '' }).toString()}`);
    }
    await open(page, visit, '/intents');
    await page.locator('[role=row]:has-text("<img src=x")').click();
    await page.waitForSelector('[role=dialog] .timeline li');
    const code = 'document.querySelectorAll("main script, main [onerror], main [onload]").length';
    assert.equal(await page.evaluate<number>(code), 0);
  });
}

/** Writes the pictures of the guide. */
export async function drawPictures(visit: Visit): Promise<void> {
  await askFor(visit, '显示器 27 英寸');
  for (const title of ['A4 打印纸', '人体工学椅', 'USB-C 扩展坞'])
    await buy(visit.service, visit.service, ['ordinary', title]);
  await withConsole(visit, async (page) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    for (const name of ['dashboard', 'intents', 'requests', 'apps']) {
      await open(page, visit, `/${name}`);
      await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    }
  });
}
