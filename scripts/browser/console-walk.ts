import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { askFor, buy, type Credentials } from './console-contents.ts';
import { confirm, open, type Visit, withConsole } from './console-visit.ts';

/** A wrong password is refused; the right one shows the first page. */
export async function logIn(visit: Visit): Promise<void> {
  await withConsole(
    visit,
    async (page) => {
      await open(page, visit, '');
      await page.getByLabel('Username').fill(visit.admin.username);
      await page.locator('input[type=password]').fill('another');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.waitForSelector('[role=alert]');
      await page.locator('input[type=password]').fill(visit.admin.password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.waitForSelector('nav a[aria-current=page]');
      const kept = '[document.cookie, JSON.stringify({ ...localStorage, ...sessionStorage })].join()';
      assert.doesNotMatch(await page.evaluate<string>(kept), /console=|token/i);
    },
    /status of 401/,
  );
}

// The service acts on the first create of an App, and the page does not get the answer.
const LOSE_ANSWER = `const send = window.fetch;
let isLost = false;
window.fetch = async (url, options) => {
  const answer = await send(url, options);
  if (isLost || options?.method !== 'POST' || !String(url).endsWith('/v1/apps')) return answer;
  isLost = true;
  throw new TypeError('the answer is lost');
};`;

/** A create whose answer is lost is sent again by the person, and done once. */
export async function repeatLostCreate(visit: Visit): Promise<void> {
  const name = 'Lost answer';
  await withConsole(visit, async (page) => {
    await page.addInitScript({ content: LOSE_ANSWER });
    await open(page, visit, '/apps');
    await page.getByRole('button', { name: 'New App' }).click();
    await page.locator('[role=dialog] input:not([type=checkbox])').first().fill(name);
    await confirm(page);
    await page.waitForSelector('[role=dialog] [role=alert]');
    await confirm(page);
    await page.waitForSelector('[role=dialog] :text("An earlier try has made it")');
    await confirm(page);
    await page.waitForSelector('[role=dialog]', { state: 'detached' });
    await page.waitForSelector(`tr:has-text("${name}")`);
    assert.equal(await page.locator(`tr:has-text("${name}")`).count(), 1);
  });
}

const ARCHIVE_AFTER_DAYS = '90';

/** Adds an App, whose signed line runs in a terminal. @returns its credentials, as the page shows them. */
export async function createApp(visit: Visit, name: string): Promise<Credentials> {
  let shown = '';
  let line = '';
  await withConsole(visit, async (page) => {
    await open(page, visit, '/apps');
    await page.getByRole('button', { name: 'New App' }).click();
    await page.locator('[role=dialog] input:not([type=checkbox])').first().fill(name);
    await page.getByLabel('Archive intents').fill(ARCHIVE_AFTER_DAYS);
    await confirm(page);
    await page.waitForSelector('[data-testid=secret]');
    shown = (await page.locator('[data-testid=secret]').textContent()) ?? '';
    line = (await page.locator('[data-testid=call]').textContent()) ?? '';
    await confirm(page);
    await page.waitForSelector('[data-testid=secret]', { state: 'detached' });
    assert.ok(!(await page.evaluate<string>('document.documentElement.outerHTML')).includes(secretIn(shown)));
    await page.locator(`tr:has-text("${name}")`).getByRole('button', { name: 'Edit' }).click();
    assert.equal(await page.getByLabel('Archive intents').inputValue(), ARCHIVE_AFTER_DAYS);
  });
  assert.match(await runLine(line, secretIn(shown)), /"code":0/);
  return { appId: /APP_ID=(.+)/.exec(shown)?.[1] ?? '', appSecret: secretIn(shown) };
}

/** Runs a line that the console shows as a person does who has loaded the saved file. @returns what it prints. */
async function runLine(line: string, secret: string): Promise<string> {
  const env = { PATH: process.env['PATH'], PROCUREMENT_APP_SECRET: secret };
  return (await promisify(execFile)('bash', ['-c', line], { env })).stdout;
}

const secretIn = (lines: string): string => /APP_SECRET=(.+)/.exec(lines)?.[1] ?? 'none';

const row = (title: string, status: string): string =>
  `[role=row]:has-text("${title}") [data-status=${status}]`;

/** The table shows a new purchase and its end, without a reload. */
export async function watchPurchase(visit: Visit, credentials: Credentials): Promise<void> {
  await withConsole(visit, async (page) => {
    await open(page, visit, '/intents');
    await buy(visit.service, credentials, { item: 'ordinary', title: '无线鼠标 M185' });
    await page.waitForSelector(row('无线鼠标 M185', 'COMPLETED'));
  });
}

/** A purchase that the shop has not confirmed is cancelled beside the table. */
export async function cancelPurchase(visit: Visit): Promise<void> {
  const title = '机械键盘 K840';
  await withConsole(visit, async (page) => {
    await open(page, visit, '/intents');
    await buy(visit.service, visit.service, { item: 'slow', title });
    await page.waitForSelector(row(title, 'PROCESSING'));
    await page.locator(`[role=row]:has-text("${title}")`).click();
    await page.getByRole('button', { name: 'Cancel the purchase' }).click();
    await confirm(page);
    await page.waitForSelector(row(title, 'CANCELLED'));
  });
}

/** What somebody else asked for is approved, and bought. */
export async function approveRequest(visit: Visit): Promise<void> {
  const title = '无线鼠标';
  await askFor(visit, title);
  await withConsole(visit, async (page) => {
    await open(page, visit, '/requests');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForSelector('[role=dialog] textarea');
    await confirm(page);
    await page.waitForSelector(`tr:has-text("${title}") [data-status=ORDERED]`);
  });
}

/** A contract with the supplier that the form proposes is made, as a draft. */
export async function makeContract(visit: Visit): Promise<void> {
  const title = '打印纸年度合同';
  await withConsole(visit, async (page) => {
    await open(page, visit, '/contracts');
    await page.getByRole('button', { name: 'New contract' }).click();
    await page.waitForSelector('[role=dialog] option', { state: 'attached' });
    for (const [place, text] of [title, '2026-01-01', '2099-12-31', '100000'].entries())
      await page.locator('[role=dialog] input').nth(place).fill(text);
    await page
      .locator('[role=dialog] textarea')
      .fill(`${visit.service.sandboxUrl}/b/items/ordinary/paper 199 500`);
    await confirm(page);
    await page.waitForSelector(`tr:has-text("${title}") [data-status=DRAFT]`);
  });
}
