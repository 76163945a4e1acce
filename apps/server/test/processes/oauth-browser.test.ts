import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DEVICE_GRANT } from '@procurement-intents/contract/oauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoChromium, withChromium } from '../../../../scripts/browser/chromium.ts';
import { addPerson, callBearer, PASSWORD } from '../support/bearer.ts';
import {
  addClient,
  authorizePath,
  newVerifier,
  postForm,
  postToken,
  type TestClient,
} from '../support/oauth.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const WORKSPACE = join(import.meta.dirname, '..', 'reference');
const AXE = join(WORKSPACE, 'node_modules', 'axe-core', 'axe.min.js');

/** The parts of playwright-core that are used here. */
interface Locator {
  fill(text: string): Promise<void>;
  click(): Promise<void>;
  textContent(): Promise<string | null>;
}
interface Page {
  goto(url: string): Promise<unknown>;
  url(): string;
  evaluate<T>(code: string): Promise<T>;
  waitForURL(url: RegExp): Promise<void>;
  waitForSelector(selector: string): Promise<unknown>;
  getByLabel(label: string): Locator;
  getByRole(role: string, options: { name: string }): Locator;
  locator(selector: string): Locator;
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void;
  close(): Promise<void>;
}
interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

const skipReason = await whyNoChromium(WORKSPACE);
if (skipReason !== undefined && process.env['CI'])
  throw new Error(`CI does not skip the browser: ${skipReason}`);

let service: TestService;
let site: Server;
let siteUrl: string;
let client: TestClient;
let username: string;
beforeAll(async () => {
  service = await startTestService();
  // The client's own site. Its name differs from the service's, so that the browser arrives from another site.
  site = createServer((req, res) => {
    const link = new URL(req.url ?? '', siteUrl).searchParams.get('to') ?? '';
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.end(`<!doctype html><title>Ledger</title><a href="${link.replaceAll('&', '&amp;')}">Connect</a>`);
  }).listen(0);
  await once(site, 'listening');
  siteUrl = `http://localhost:${(site.address() as AddressInfo).port}`;
  client = await addClient(service, { redirectUris: [`${siteUrl}/cb`] });
  ({ username } = await addPerson(service, ['read:orders', 'read:suppliers']));
});
afterAll(async () => {
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  await service.stop();
});

/** Opens a page in a new browser that prefers English; nothing may be blocked or fail on it. */
function inBrowser(work: (page: Page) => Promise<void>): Promise<void> {
  return withChromium<Browser, void>(WORKSPACE, { locale: 'en-GB' }, async (browser) => {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !/favicon|status of 4/.test(message.text()))
        problems.push(message.text());
    });
    await work(page);
    expect(problems).toEqual([]);
  });
}

/** What axe finds that keeps people from using the page. */
async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const found = await page.evaluate<{ impact: string; id: string }[]>(
    'axe.run(document).then(({ violations }) => violations)',
  );
  return found.filter(({ impact }) => impact !== 'minor').map(({ id }) => id);
}

async function logIn(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Comes from the client's site and logs in. */
async function openConsent(page: Page, parameters: Record<string, string>): Promise<void> {
  const to = service.baseUrl + authorizePath(client, { redirect_uri: `${siteUrl}/cb`, ...parameters });
  await page.goto(`${siteUrl}/?to=${encodeURIComponent(to)}`);
  await page.getByRole('link', { name: 'Connect' }).click();
  await page.waitForURL(/\/oauth\/interaction\/login/);
  await logIn(page);
  await page.waitForURL(/\/oauth\/interaction\/consent/);
}

describe.skipIf(skipReason !== undefined)('in a browser', () => {
  it('a person consents, and the client gets tokens', () =>
    inBrowser(async (page) => {
      const { verifier, asked } = newVerifier();
      await openConsent(page, asked);
      expect(await findViolations(page)).toEqual([]);
      const text = await page.locator('main').textContent();
      for (const shown of ['Allow Ledger access?', username, 'See orders', 'See suppliers', siteUrl])
        expect(text).toContain(shown);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.waitForURL(/\/cb\?/);
      const returned = new URL(page.url());
      expect(returned.origin).toBe(siteUrl);
      expect(Object.fromEntries(returned.searchParams)).toMatchObject({
        state: 'a state',
        iss: service.baseUrl,
      });
      const answer = await postToken(service, client, {
        grant_type: 'authorization_code',
        code: returned.searchParams.get('code') ?? '',
        redirect_uri: `${siteUrl}/cb`,
        code_verifier: verifier,
      });
      expect(answer.status).toBe(200);
    }));

  it('a person denies, and the client is told', () =>
    inBrowser(async (page) => {
      await openConsent(page, {});
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.waitForURL(/\/cb\?/);
      const returned = new URL(page.url()).searchParams;
      expect(returned.get('error')).toBe('access_denied');
      expect(returned.has('code')).toBe(false);
    }));

  it('a wrong redirect URI ends on a page of the service', () =>
    inBrowser(async (page) => {
      for (const uri of [`${siteUrl}/other`, `${siteUrl}/cb?x=1`, 'javascript:alert(1)']) {
        await page.goto(service.baseUrl + authorizePath(client, { redirect_uri: uri }));
        expect(page.url()).toContain(service.baseUrl);
        expect(await page.locator('main').textContent()).toContain('not registered');
      }
    }));

  it('a person connects a device, after a wrong password, and denies another', () =>
    inBrowser(async (page) => {
      const native = await addClient(service, { isPublic: true, name: 'Buying tool' });
      const begin = async () =>
        (await postForm(service, '/oauth/device_authorization', { scope: 'read:orders' }, { client: native }))
          .body;
      const poll = (device: { device_code: string }) =>
        postToken(service, native, { grant_type: DEVICE_GRANT, device_code: device.device_code });

      const device = await begin();
      await page.goto(device.verification_uri_complete);
      expect(await findViolations(page)).toEqual([]);
      await logIn(page, 'a wrong password');
      await page.waitForSelector('[role=alert]');
      await logIn(page);
      await page.waitForURL(/consent/);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('heading', { name: 'Allowed' }).textContent();
      const { status, body } = await poll(device);
      expect(status).toBe(200);
      const profile = await callBearer(service, 'GET', '/v1/profile', { credential: body.access_token });
      expect(profile.body).toMatchObject({ username, scopes: ['read:orders'] });

      const other = await begin();
      await page.goto(other.verification_uri);
      await page.getByLabel('Code shown on the device').fill(other.user_code.toLowerCase());
      await logIn(page);
      await page.waitForURL(/consent/);
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByRole('heading', { name: 'Denied' }).textContent();
      expect((await poll(other)).body.error).toBe('access_denied');
    }));
});
