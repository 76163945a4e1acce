import assert from 'node:assert/strict';
import { callApi, confirm, open, tokenOf, type Visit, withConsole } from './console-visit.ts';
import type { Page } from './reference-pages.ts';

const press = (page: Page, row: string, name: string): Promise<void> =>
  page.locator(`tr:has-text("${row}")`).getByRole('button', { name }).click();

/** Removes what the row shows. */
async function remove(page: Page, row: string): Promise<void> {
  await press(page, row, 'Delete');
  await confirm(page);
  await page.waitForSelector(`tr:has-text("${row}")`, { state: 'detached' });
}

/** A draft of a contract is changed, without losing its lines, and removed with its supplier. */
export async function changeContract(visit: Visit): Promise<void> {
  const token = await tokenOf(visit);
  const shopUrl = `${visit.service.sandboxUrl}/c/items/chairs`;
  const supplier = await callApi<{ id: string }>(visit, 'POST /v1/suppliers', {
    token,
    body: { name: '座椅专营店', platform: 'PLATFORM_C', shopUrl },
  });
  const lines = [{ productUrl: `${shopUrl}/one`, maxUnitPrice: 899.5, maxQuantity: 20 }];
  const dates = { validFrom: '2026-01-01', validTo: '2099-12-31' };
  const { id } = await callApi<{ id: string }>(visit, 'POST /v1/contracts', {
    token,
    body: { supplierId: supplier.id, title: '座椅合同', ...dates, lines },
  });
  await withConsole(visit, async (page) => {
    await open(page, visit, '/contracts');
    await press(page, '座椅合同', 'Edit');
    await page.locator('[role=dialog] input').first().fill('办公座椅合同');
    await confirm(page);
    await page.waitForSelector('tr:has-text("办公座椅合同")');
    const changed = await callApi<{ lines: unknown }>(visit, `GET /v1/contracts/${id}`, { token });
    assert.deepEqual(changed.lines, lines);
    await remove(page, '办公座椅合同');
    await open(page, visit, '/suppliers');
    await remove(page, '座椅专营店');
  });
}

/** An endpoint is changed and removed. */
export async function changeWebhook(visit: Visit): Promise<void> {
  const { appId, sandboxUrl } = visit.service;
  const url = `${sandboxUrl}/hooks/changed`;
  await callApi(visit, `POST /v1/apps/${appId}/webhooks`, { token: await tokenOf(visit), body: { url } });
  // The log of the endpoint may be read once more while it is removed.
  const work = async (page: Page): Promise<void> => {
    await open(page, visit, `/webhooks?app=${appId}`);
    await press(page, url, 'Edit');
    await page.getByLabel('Description').fill('nightly import');
    await page.locator('[role=dialog]').getByRole('checkbox', { name: 'intent.failed' }).click();
    await confirm(page);
    await page.waitForSelector(`tr:has-text("nightly import"):has-text("intent.failed")`);
    await remove(page, url);
  };
  await withConsole(visit, work, /status of 404/);
}

/** A person is changed; the audit log shows what was before and after. */
export async function changeUser(visit: Visit): Promise<void> {
  const username = `changed-${Date.now()}`;
  const { id } = await callApi<{ id: string }>(visit, 'POST /v1/users', {
    token: await tokenOf(visit),
    body: { username, password: visit.admin.password, displayName: '旧名字', scopes: ['read:orders'] },
  });
  await withConsole(visit, async (page) => {
    await open(page, visit, '/users');
    await press(page, username, 'Edit');
    await page.getByLabel('Display name').fill('新名字');
    await confirm(page);
    await page.waitForSelector(`tr:has-text("${username}"):has-text("新名字")`);
    await press(page, username, 'Reset password');
    await page.locator('[role=dialog] input').first().fill(`${visit.admin.password}, changed`);
    await confirm(page);
    await page.waitForSelector('[role=dialog] input', { state: 'detached' });
    await open(page, visit, `/audit?action=user.updated&subject=${id}`);
    await page.locator('details summary:has-text("displayName")').click();
    await page.waitForSelector('.differences tr:has-text("旧名字"):has-text("新名字")');
  });
}

/** A person asks for a purchase, changes it and withdraws it. */
export async function changeRequest(visit: Visit): Promise<void> {
  const values = [
    '激光打印机',
    '1299',
    '1',
    '王五',
    '上海市浦东新区世纪大道 100 号',
    '13900139000',
    '部门需要',
  ];
  await withConsole(visit, async (page) => {
    await open(page, visit, '/requests');
    await page.getByRole('button', { name: 'New request' }).click();
    const inputs = page.locator('[role=dialog] input');
    for (const [place, text] of [`${visit.service.sandboxUrl}/a/items/ordinary`, ...values].entries())
      await inputs.nth(place).fill(text);
    await confirm(page);
    await page.waitForSelector('tr:has-text("激光打印机") [data-status=PENDING]');
    await press(page, '激光打印机', 'Edit');
    await inputs.nth(1).fill('彩色激光打印机');
    await confirm(page);
    await page.waitForSelector('tr:has-text("彩色激光打印机")');
    await press(page, '彩色激光打印机', 'Withdraw');
    await confirm(page);
    await page.waitForSelector('tr:has-text("彩色激光打印机") [data-status=WITHDRAWN]');
  });
}
