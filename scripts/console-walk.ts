import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProcurementIntents } from '../packages/sdk/src/index.ts';
import type { DemoService } from './demo-service.ts';
import { type Browser, type Page, withPage } from './reference-pages.ts';

const SDK = join(import.meta.dirname, '..', 'packages', 'sdk', 'dist', 'node', 'index.js');

/** A browser on the console of a service. */
export interface Visit {
  browser: Browser;
  service: DemoService;
  admin: { username: string; password: string };
}

type Credentials = Pick<DemoService, 'appId' | 'appSecret'>;

/** Opens a page of the console, which fails when a script of it fails, a dialog opens or the policy is violated. */
export async function withConsole(
  { browser, service }: Visit,
  work: (page: Page) => Promise<void>,
  expected?: string,
): Promise<void> {
  const reported: string[] = [];
  await withPage(
    browser,
    service.baseUrl,
    async (page) => {
      page.on('dialog', (dialog) => {
        reported.push(`a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await page.addInitScript({ content: VIOLATIONS });
      page.on('request', (request) => {
        if (request.url().includes('csp-report')) reported.push('a report of the policy');
      });
      await work(page);
      reported.push(...(await page.evaluate<string[]>('window.violations')));
    },
    expected,
  );
  assert.deepEqual(reported, []);
}

const VIOLATIONS = `window.violations = [];
document.addEventListener('securitypolicyviolation', (event) =>
  window.violations.push(event.violatedDirective + ' ' + event.blockedURI));`;

/** Shows a page of the console once its heading is there. */
export async function open(page: Page, { service }: Visit, path: string): Promise<void> {
  await page.goto(`${service.baseUrl}/console${path}`);
  await page.waitForSelector('main h1');
  // Not by a function in the page, whose policy lets no text become code.
  await page.waitForSelector('main .empty[role=status]', { state: 'detached' });
}

/** Carries out what the open dialog asks for. */
const confirm = (page: Page) => page.locator('[role=dialog] .ant-btn-primary').last().click();

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
    'status of 401',
  );
}

/** Adds an App. @returns its credentials, as the page shows them. */
export async function createApp(visit: Visit, name: string): Promise<Credentials> {
  let shown = '';
  await withConsole(visit, async (page) => {
    await open(page, visit, '/apps');
    await page.getByRole('button', { name: 'New App' }).click();
    await page.locator('[role=dialog] input:not([type=checkbox])').first().fill(name);
    await confirm(page);
    await page.waitForSelector('[data-testid=secret]');
    shown = (await page.locator('[data-testid=secret]').textContent()) ?? '';
    await confirm(page);
    await page.waitForSelector('[data-testid=secret]', { state: 'detached' });
    assert.ok(!(await page.evaluate<string>('document.documentElement.outerHTML')).includes(secretIn(shown)));
  });
  return { appId: /APP_ID=(.+)/.exec(shown)?.[1] ?? '', appSecret: secretIn(shown) };
}

const secretIn = (lines: string): string => /APP_SECRET=(.+)/.exec(lines)?.[1] ?? 'none';

/** Accepts a purchase of an item of the sandbox, through the SDK. */
export async function buy(
  { baseUrl, sandboxUrl }: DemoService,
  credentials: Credentials,
  [item, title]: [item: string, title: string],
): Promise<void> {
  const sdk = (await import(pathToFileURL(SDK).href)) as {
    ProcurementIntents: new (options: object) => ProcurementIntents;
  };
  const client = new sdk.ProcurementIntents({ baseUrl, ...credentials });
  await client.intents.create({ ...PURCHASE, productUrl: `${sandboxUrl}/a/items/${item}`, title });
}

const PURCHASE = {
  userId: 'user_1001',
  platform: 'PLATFORM_A',
  price: 199,
  quantity: 2,
  recipientName: '张三',
  address: '北京市朝阳区建国路 88 号',
  phone: '13800138000',
} as const;

const row = (title: string, status: string): string =>
  `[role=row]:has-text("${title}") [data-status=${status}]`;

/** The table shows a new purchase and its end, without a reload. */
export async function watchPurchase(visit: Visit, credentials: Credentials): Promise<void> {
  await withConsole(visit, async (page) => {
    await open(page, visit, '/intents');
    await buy(visit.service, credentials, ['ordinary', '无线鼠标 M185']);
    await page.waitForSelector(row('无线鼠标 M185', 'COMPLETED'));
  });
}

const TRIES = 3;

/** A purchase that the shop has not confirmed is cancelled beside the table. */
export async function cancelPurchase(visit: Visit): Promise<void> {
  await withConsole(
    visit,
    async (page) => {
      // The shop confirms after 8 s: on a busy machine, before the dialog is answered.
      for (let attempt = 1; attempt <= TRIES; attempt += 1) {
        const title = `机械键盘 K84${attempt}`;
        await open(page, visit, '/intents');
        await buy(visit.service, visit.service, ['slow', title]);
        await page.waitForSelector(row(title, 'PROCESSING'));
        await page.locator(`[role=row]:has-text("${title}")`).click();
        await page.getByRole('button', { name: 'Cancel the purchase' }).click();
        await confirm(page);
        await page.waitForSelector(`${row(title, 'CANCELLED')}, ${row(title, 'COMPLETED')}`);
        if ((await page.locator(row(title, 'CANCELLED')).count()) === 1) return;
      }
      assert.fail(`none of ${TRIES} purchases was cancelled`);
    },
    'status of 4',
  );
}

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  assert.ok(answer.ok, `${url}: ${answer.status} ${answer.ok ? '' : await answer.text()}`);
  return (await answer.json()) as T;
}

/** Asks for a purchase as a person who may not decide. */
export async function askFor({ service, admin }: Visit, title: string): Promise<void> {
  const { baseUrl, sandboxUrl } = service;
  const tokenOf = async (login: object) =>
    (await post<{ token: string }>(`${baseUrl}/auth/login`, login)).token;
  const login = { username: `requester-${Date.now()}`, password: admin.password };
  const person = {
    ...login,
    displayName: '李四',
    scopes: ['read:purchase-requests', 'write:purchase-requests'],
  };
  await post(`${baseUrl}/v1/users`, person, await tokenOf(admin));
  const { userId: _user, ...purchase } = PURCHASE;
  const body = {
    ...purchase,
    title,
    productUrl: `${sandboxUrl}/a/items/ordinary`,
    justification: '新员工入职配备',
  };
  await post(`${baseUrl}/v1/purchase-requests`, body, await tokenOf(login));
}

/** What somebody else asked for is approved, and bought. */
export async function approveRequest(visit: Visit, title: string): Promise<void> {
  await askFor(visit, title);
  await withConsole(visit, async (page) => {
    await open(page, visit, '/requests');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForSelector('[role=dialog] textarea');
    await confirm(page);
    await page.waitForSelector(`tr:has-text("${title}") [data-status=ORDERED]`);
  });
}
