import assert from 'node:assert/strict';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askFor, buy, fillPages } from './console-contents.ts';
import { open, untilRead, type Visit, withConsole } from './console-visit.ts';
import { findViolations, type Page } from './reference-pages.ts';

const WIDTHS = [1280, 360];
const COLOR_SCHEMES = ['light', 'dark'];
const LANGUAGES = ['zh', 'en'];
const ROOT = join(import.meta.dirname, '..', '..');
const PICTURES = join(ROOT, 'docs', 'guides', 'console');
/** Pictures of every page in every look, for people to look at. */
const LOOKS = join(ROOT, '.cache', 'console-looks');

/** Texts that run a script where a page takes them for markup or code. */
export const HOSTILE_TEXTS = [
  '<img src=x onerror="alert(1)">',
  '"><svg onload=alert(2)>\';alert(3);//',
  '<script>alert(4)</script>{{constructor.constructor("alert(5)")()}}',
  'javascript:alert(6)//&lt;b&gt;${alert(7)}',
];

const SOURCES = join(ROOT, 'apps', 'console', 'src');
/** The names of the filters that pages take from the address. */
const FILTERS = [
  ...new Set(
    globSync('**/*.tsx', { cwd: SOURCES }).flatMap((file) =>
      [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/\bfilters\['(\w+)'\]/g)].map(
        ([, name = '']) => name,
      ),
    ),
  ),
];

/** The pages that the menu leads to. An administrator sees every one. */
export async function pathsOf(visit: Visit): Promise<string[]> {
  let paths: string[] = [];
  await withConsole(visit, async (page) => {
    await open(page, visit, '');
    await page.waitForSelector('nav a');
    paths = await page.evaluate("[...document.querySelectorAll('nav a')].map(({ pathname }) => pathname)");
  });
  return paths.map((path) => path.replace('/console', ''));
}

async function choose(page: Page, language: string): Promise<void> {
  await page.evaluate(`localStorage.setItem('console.language', '${language}')`);
}

const SIZE = `({
  width: document.documentElement.scrollWidth,
  wide: [...document.querySelectorAll('body *')]
    .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
    .map((each) => each.tagName + '.' + each.className)
    .slice(0, 5),
})`;

/** What lies above a page: a dialog, or the menu of a narrow screen. */
interface Above {
  name: string;
  show: (page: Page) => Promise<void>;
}

/** A page in both languages, at each width, light and dark: it fits, and axe finds nothing grave. */
export async function checkLooks(visit: Visit, path: string, above?: Above): Promise<void> {
  mkdirSync(LOOKS, { recursive: true });
  const problems: string[] = [];
  await withConsole(visit, async (page) => {
    await open(page, visit, path);
    for (const language of LANGUAGES) {
      await choose(page, language);
      await open(page, visit, path);
      assert.equal(await page.evaluate('document.documentElement.lang'), language);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        if (above) {
          await open(page, visit, path);
          await above.show(page);
        }
        for (const colorScheme of COLOR_SCHEMES) {
          await page.emulateMedia({ colorScheme });
          await page.waitForSelector(`:root[data-theme=${colorScheme}]`);
          await untilRead(page);
          const name = [path.slice(1).replaceAll('/', '-'), above?.name, language, width, colorScheme]
            .filter(Boolean)
            .join('-');
          await page.screenshot({ path: join(LOOKS, `${name}.png`), fullPage: true });
          const size = await page.evaluate<{ width: number; wide: string[] }>(SIZE);
          if (size.width > width)
            problems.push(`${name}: the page is ${size.width} px wide: ${size.wide.join(', ')}`);
          problems.push(...(await findViolations(page)).map((violation) => `${name}: ${violation}`));
        }
      }
    }
    await choose(page, 'en');
  });
  assert.deepEqual(problems, []);
}

/** Texts of callers, of people and of the address stay texts on every page, and in whatever is typed into it. */
export async function checkTexts(visit: Visit, texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) await fillPages(visit, { name: `hostile-${index}`, text });
  const paths = await pathsOf(visit);
  await withConsole(
    visit,
    async (page) => {
      for (const path of paths) {
        await open(page, visit, path);
        const fields = page.locator(
          'main :is(input:not([type]), input[type=text], input[type=search], textarea)',
        );
        for (let place = 0; place < (await fields.count()); place += 1)
          await fields.nth(place).fill(texts[place % texts.length] ?? '');
        await untilRead(page);
        await checkMarkup(page, path);
        const query = new URLSearchParams(Object.fromEntries(FILTERS.map((name) => [name, texts[0] ?? ''])));
        await page.goto(`${visit.service.baseUrl}/console${path}?${query.toString()}`);
        await page.waitForSelector('main');
        await checkMarkup(page, path);
      }
      await open(page, visit, '/intents');
      await page.locator('[role=row]:has-text("<img src=x")').first().click();
      await page.waitForSelector('[role=dialog] .timeline li');
      await checkMarkup(page, 'beside /intents');
    },
    /status of 4/,
  );
}

async function checkMarkup(page: Page, where: string): Promise<void> {
  const code = `[...document.querySelectorAll('body script:not([src]), body [onerror], body [onload], body img[src=x]')]
    .map((each) => each.outerHTML)`;
  assert.deepEqual(await page.evaluate<string[]>(code), [], where);
}

/** Writes the pictures of the guide. */
export async function drawPictures(visit: Visit): Promise<void> {
  await askFor(visit, '显示器 27 英寸');
  for (const title of ['A4 打印纸', '人体工学椅', 'USB-C 扩展坞'])
    await buy(visit.service, visit.service, { item: 'ordinary', title });
  await withConsole(visit, async (page) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    for (const name of ['dashboard', 'intents', 'requests', 'apps']) {
      await open(page, visit, `/${name}`);
      await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    }
  });
}
