import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { whyNoChromium, withChromium } from '../../../../scripts/browser/chromium.ts';
import { intentBody } from '../support/intent-factory.ts';
import type { Signer } from '../support/sign.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const WORKSPACE = join(import.meta.dirname, '..', 'reference');
const AXE = join(WORKSPACE, 'node_modules', 'axe-core', 'axe.min.js');

/** The parts of playwright-core that are used here. */
interface Page {
  goto(url: string): Promise<unknown>;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  emulateMedia(media: { colorScheme: string }): Promise<void>;
  evaluate<T>(code: string): Promise<T>;
  waitForSelector(selector: string): Promise<unknown>;
  getByLabel(label: string): { fill(text: string): Promise<void> };
  getByRole(role: string, options: { name: string }): { click(): Promise<void> };
  locator(selector: string): { textContent(): Promise<string | null>; click(): Promise<void> };
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void;
}
interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

const skipReason = await whyNoChromium(WORKSPACE);
if (skipReason !== undefined && process.env['CI'])
  throw new Error(`CI does not skip the browser: ${skipReason}`);

let service: TestService;
let signer: Signer;
beforeAll(async () => {
  service = await startTestService({ isWorking: true });
  signer = await service.addApp({
    permissions: ['intents:read', 'intents:write', 'webhooks:read', 'webhooks:write'],
  });
});
afterAll(() => service.stop());

/** An endpoint at an inbox of the sandbox, which has got an event. */
async function fillInbox(name: string) {
  const url = `${service.sandboxUrl}/hooks/${name}`;
  const call = (path: string, body: object) => service.call('POST', `/api/v1/${path}`, { signer, body });
  const { secret } = (await call('webhooks', { url })).body.data as { secret: string };
  await call('intents', { ...intentBody(service), draft: true });
  const read = async () => {
    const response = await fetch(url, { headers: { accept: 'application/json' } });
    return (await response.json()) as { deliveries: object[] };
  };
  await vi.waitFor(async () => expect((await read()).deliveries).toHaveLength(1), 15_000);
  return { url, secret, read };
}

it('takes what the service sends, by the settings that a newcomer has, and finds it signed right', async () => {
  const { url, secret, read } = await fillInbox('json');
  const body = JSON.stringify({ secrets: [secret] });
  await fetch(`${url}/secrets`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  expect((await read()).deliveries).toMatchObject([{ signature: 'right', isDuplicate: false, status: 204 }]);
});

describe.skipIf(skipReason !== undefined)('in a browser', () => {
  it('a person sets the secret and reads a delivery, on a wide and a narrow screen', async () => {
    const { url, secret } = await fillInbox('page');
    await withChromium<Browser, void>(WORKSPACE, { locale: 'en-GB' }, async (browser) => {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('favicon')) problems.push(message.text());
      });
      await page.goto(url);
      await page.getByLabel('Secrets of the endpoint').fill(secret);
      await page.getByRole('button', { name: 'Set' }).click();
      await page.waitForSelector('.badge.right');
      for (const width of [1280, 400]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(url);
        await page.locator('li summary').click();
        expect(await page.locator('li').textContent()).toContain('intent.drafted');
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        for (const colorScheme of ['light', 'dark']) {
          await page.emulateMedia({ colorScheme });
          expect(await findViolations(page)).toEqual([]);
        }
      }
      expect(problems).toEqual([]);
    });
  });
});

/** What axe finds that keeps people from using the page. */
async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const found = await page.evaluate<{ impact: string; id: string }[]>(
    'axe.run(document).then(({ violations }) => violations)',
  );
  return found.filter(({ impact }) => impact !== 'minor').map(({ id }) => id);
}
