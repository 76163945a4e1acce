import assert from 'node:assert/strict';
import { buy } from './console-contents.ts';
import { open, type Visit, withConsole } from './console-visit.ts';
import type { Page } from './reference-pages.ts';

/** Opens what an App has called lately. */
export async function showUsage(page: Page, { service }: Visit): Promise<void> {
  await page.locator(`tr:has-text("${service.appId}")`).getByRole('button', { name: USAGE }).click();
  await page.waitForSelector('[role=dialog] .facts');
}

// In both languages.
const USAGE = /^(?:Usage|用量)$/;
const MENU = /^(?:Menu|菜单)$/;

/** What an App has called, and how it was refused, is counted beside it; each error leads to its page. */
export async function readUsage(visit: Visit): Promise<void> {
  const { service } = visit;
  await buy(service, service, { item: 'ordinary', title: '打印机墨盒' });
  const forged = { ...service, appSecret: 'x'.repeat(service.appSecret.length) };
  await assert.rejects(
    buy(service, forged, { item: 'ordinary', title: '墨盒' }),
    /40101|SIGNATURE_INVALID|signature|签名/i,
  );
  await withConsole(visit, async (page) => {
    await open(page, visit, '/apps');
    await showUsage(page, visit);
    const refusal = page.locator('[role=dialog] tr:has-text("SIGNATURE_INVALID")');
    await page.waitForSelector('[role=dialog] tr:has-text("SIGNATURE_INVALID")');
    assert.match((await refusal.locator('td').textContent()) ?? '', /^[1-9]/);
    assert.equal(await refusal.locator('a').getAttribute('href'), '/docs/errors/SIGNATURE_INVALID');
    await page.waitForSelector('[role=dialog] .facts time');
    await page.waitForSelector('[role=dialog] a[href="/console/doctor"]');
  });
}

/** The dashboard shows what waits, and that the shop of the purchases answers. */
export async function readOperation(visit: Visit): Promise<void> {
  await withConsole(visit, async (page) => {
    await open(page, visit, '/dashboard');
    assert.equal(await page.locator('.depths dd').count(), 4);
    assert.equal(await page.locator('tr:has([data-status=PLATFORM_A])').count(), 1);
    await page.waitForSelector('tr:has([data-status=PLATFORM_A]) [data-status=healthy]');
  });
}

const FOCUSED = 'document.activeElement.textContent';

/** Shows the menu of a narrow screen; a wide one has it always. */
export async function showMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: MENU });
  // A pointer over the button would change its colours.
  if (await button.isVisible()) await button.press('Enter');
  await page.waitForSelector('nav a');
}

/** On a narrow screen, the keyboard leads into the menu, through it, out of it, and to a page. */
export async function useMenu(visit: Visit): Promise<void> {
  await withConsole(visit, async (page) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, visit, '/profile');
    const button = page.getByRole('button', { name: MENU });
    await button.focus();
    await button.press('Enter');
    await page.waitForSelector('nav a:focus');
    assert.equal(await page.evaluate(FOCUSED), 'Dashboard');
    await page.locator('nav a:focus').press('Escape');
    await page.waitForSelector('nav', { state: 'hidden' });
    assert.equal(await page.evaluate(FOCUSED), 'Menu');
    await button.press('Enter');
    await page.waitForSelector('nav a:focus');
    await page.locator('nav a:focus').press('Shift+Tab');
    await page.waitForSelector('nav', { state: 'hidden' });
    await showMenu(page);
    await page.locator('nav a[href$="/audit"]').focus();
    await page.locator('nav a[href$="/audit"]').press('Enter');
    await page.waitForSelector('main h1:has-text("Audit log")');
    await page.waitForSelector('nav', { state: 'hidden' });
  });
}
