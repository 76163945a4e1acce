import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { buy } from './console-contents.ts';
import { callApi, confirm, open, tokenOf, untilRead, type Visit, withConsole } from './console-visit.ts';
import type { Page } from './reference-pages.ts';

const REVOKED_WITHIN_MS = 5000;

/** A key is made, calls, is revoked, and is refused 5 s later at the latest. */
export async function revokeKey(visit: Visit): Promise<void> {
  const callWith = async (key: string): Promise<number> =>
    (await fetch(`${visit.service.baseUrl}/v1/orders`, { headers: { Authorization: `Bearer ${key}` } }))
      .status;
  await withConsole(visit, async (page) => {
    await open(page, visit, '/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.locator('[role=dialog] input:not([type=checkbox])').first().fill('Nightly import');
    await page.getByLabel('See orders').first().click();
    await confirm(page);
    await page.waitForSelector('[data-testid=secret]');
    const lines = (await page.locator('[data-testid=secret]').textContent()) ?? '';
    const key = /API_KEY=(.+)/.exec(lines)?.[1] ?? '';
    await confirm(page);
    await page.waitForSelector('[data-testid=secret]', { state: 'detached' });
    assert.equal(await callWith(key), 200);
    await page.locator('tr:has-text("Nightly import") button').click();
    await confirm(page);
    await page.waitForSelector('tr:has-text("Nightly import") button', { state: 'detached' });
    await delay(REVOKED_WITHIN_MS);
    assert.equal(await callWith(key), 401);
  });
}

/** Deliveries of an endpoint are shown; a replay sends them again under their own ids. */
export async function replayWebhook(visit: Visit): Promise<void> {
  const { service } = visit;
  const token = await tokenOf(visit);
  const url = `${service.sandboxUrl}/hooks/walk`;
  await callApi(visit, `POST /v1/apps/${service.appId}/webhooks`, { token, body: { url } });
  await buy(service, service, { item: 'ordinary', title: '投影仪' });
  await withConsole(visit, async (page) => {
    await open(page, visit, `/webhooks?app=${service.appId}`);
    await page.waitForSelector('tbody tr:has-text("intent.completed") [data-status=SUCCEEDED]');
    await page.getByRole('button', { name: 'Replay' }).click();
    await confirm(page);
    await untilSentAgain(url);
  });
}

/** The feed shows a purchase as it goes on, nothing while it is paused, and then what came meanwhile. */
export async function followEvents(visit: Visit): Promise<void> {
  const { service } = visit;
  await withConsole(visit, async (page) => {
    await open(page, visit, `/events?app=${service.appId}`);
    const id = await buy(service, service, { item: 'ordinary', title: '白板' });
    const row = (intent: string): string => `tbody tr:has-text("${intent}"):has-text("intent.completed")`;
    await page.waitForSelector(row(id));
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Follow' }).focus();
    const shown = await page.locator('tbody tr').count();
    const later = await buy(service, service, { item: 'ordinary', title: '白板笔' });
    await untilCompleted(visit, later);
    assert.equal(await page.locator('tbody tr').count(), shown);
    await page.getByRole('button', { name: 'Follow' }).press('Enter');
    await page.waitForSelector(row(later));
    await page.selectOption('form select >> nth=1', 'intent.completed');
    await page.waitForSelector('tbody tr:has-text("intent.submitted")', { state: 'detached' });
    await page.waitForSelector(row(id));
    assert.equal(await page.locator('tbody tr:has-text("intent.submitted")').count(), 0);
  });
}

const COMPLETED_WITHIN_MS = 90_000;

async function untilCompleted(visit: Visit, id: string): Promise<void> {
  const token = await tokenOf(visit);
  const deadline = Date.now() + COMPLETED_WITHIN_MS;
  while (Date.now() < deadline) {
    const { status } = await callApi<{ status: string }>(visit, `GET /v1/intents/${id}`, { token });
    if (status === 'COMPLETED') return;
    await delay(500);
  }
  assert.fail('the purchase did not complete');
}

const REPLAYED_WITHIN_MS = 90_000;

/** Waits until the receiver got a delivery for the second time. */
async function untilSentAgain(inbox: string): Promise<void> {
  const deadline = Date.now() + REPLAYED_WITHIN_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(inbox, { headers: { Accept: 'application/json' } });
    const { deliveries } = (await answer.json()) as { deliveries: { isDuplicate: boolean }[] };
    if (deliveries.some(({ isDuplicate }) => isDuplicate)) return;
    await delay(500);
  }
  assert.fail('nothing was sent again');
}

/** Without a network the page keeps what it has read and says so; with one it goes on, and the person stays logged in. */
export async function loseNetwork(visit: Visit): Promise<void> {
  await withConsole(
    visit,
    async (page) => {
      await open(page, visit, '/intents');
      await page.waitForSelector('[role=row] [data-status=COMPLETED]');
      await visit.browser.setOffline(true);
      try {
        await page.waitForSelector('[role=alert]');
        assert.ok((await page.locator('[role=row] [data-status=COMPLETED]').count()) > 0);
      } finally {
        await visit.browser.setOffline(false);
      }
      await page.waitForSelector('[role=alert]', { state: 'detached' });
      await buy(visit.service, visit.service, { item: 'ordinary', title: '回来之后' });
      await page.waitForSelector('[role=row]:has-text("回来之后") [data-status=COMPLETED]');
      await findSessionAgain(visit, page);
    },
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  );
}

/** A page whose first reading of the session is not answered asks again, and shows no form to log in. */
async function findSessionAgain(visit: Visit, page: Page): Promise<void> {
  let isCut = true;
  await page.route('**/console/session', (route) => (isCut ? route.abort() : route.continue()));
  await page.goto(`${visit.service.baseUrl}/console/intents`);
  await page.waitForSelector('main .empty[role=status]');
  assert.equal(await page.locator('input[type=password]').count(), 0);
  isCut = false;
  await page.waitForSelector('main h1');
  await untilRead(page);
}
