import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { DemoService } from '../terminal/demo-service.ts';
import { type Browser, type Page, withPage } from './reference-pages.ts';

/** A browser on the console of a service. */
export interface Visit {
  browser: Browser;
  service: DemoService;
  admin: { username: string; password: string };
}

// A machine that does other work, too, may need a minute for what takes a second.
const WAIT_MS = 90_000;

/**
 * Opens a page of the console, which fails when a script of it fails, a dialog of the browser opens or the policy is
 * violated. The browser logs each call that is not answered with success: 503 of a busy service, which the page repeats,
 * is always expected; a check that causes others names them.
 */
export async function withConsole(
  { browser, service }: Visit,
  work: (page: Page) => Promise<void>,
  expected?: RegExp,
): Promise<void> {
  const reported: string[] = [];
  await withPage(
    browser,
    service.baseUrl,
    async (page) => {
      page.setDefaultTimeout(WAIT_MS);
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
    new RegExp(['status of 503', ...(expected ? [expected.source] : [])].join('|')),
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
  await untilRead(page);
}

/** Waits while something is read. Not by a function in the page, whose policy lets no text become code. */
export const untilRead = (page: Page): Promise<unknown> =>
  page.waitForSelector('main .empty[role=status]', { state: 'detached' });

/** Carries out what the open dialog asks for. */
export const confirm = (page: Page): Promise<void> =>
  page.locator('[role=dialog] .ant-btn-primary').last().click();

const MAX_TRIES = 10;

/** Calls the service as a program does, and again while it is busy. @returns the answer, undefined without a body. */
export async function callApi<T>(
  { service }: Visit,
  operation: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<T> {
  const [method = '', path = ''] = operation.split(' ');
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(service.baseUrl + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.ok) return (text === '' ? undefined : JSON.parse(text)) as T;
    const waitSeconds = Number(answer.headers.get('Retry-After') ?? Number.NaN);
    if (!(waitSeconds >= 0) || tries === MAX_TRIES)
      assert.fail(`${operation}: ${answer.status} ${text} (try ${tries})`);
    await delay(waitSeconds * 1000);
  }
}

/** A session token of a person. */
export const tokenOf = async (
  visit: Visit,
  { username, password }: { username: string; password: string } = visit.admin,
): Promise<string> =>
  (await callApi<{ token: string }>(visit, 'POST /auth/login', { body: { username, password } })).token;
