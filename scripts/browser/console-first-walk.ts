import assert from 'node:assert/strict';
import { callApi, open, tokenOf, type Visit, withConsole } from './console-visit.ts';

/** The first steps lead from nothing to a purchase that has completed. */
export async function firstPurchase(visit: Visit): Promise<void> {
  await withConsole(visit, async (page) => {
    await open(page, visit, '/start');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.waitForSelector('[data-testid=secret]');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await page.waitForSelector('.steps [data-status=COMPLETED]');
    await page.waitForSelector('.steps a[href^="/docs/guides/sign-a-request"]');
  });
}

/** The charts show what the report says, as pictures and as tables that the keyboard opens. */
export async function readCharts(visit: Visit): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  await withConsole(visit, async (page) => {
    await open(page, visit, '/dashboard');
    await page.waitForSelector('.canvas canvas');
    assert.equal(await page.locator('.canvas canvas').count(), 3);
    const drawn = `[...document.querySelectorAll('.canvas canvas')].map((each) =>
      each.getContext('2d').getImageData(0, 0, each.width, each.height).data.some((value) => value !== 0))`;
    assert.deepEqual(await page.evaluate<boolean[]>(drawn), [true, true, true]);
    await page.locator('.chart summary').first().focus();
    await page.locator('.chart summary').first().press('Enter');
    const { outcomes } = await callApi<{ outcomes: { status: string; count: number }[] }>(
      visit,
      `GET /v1/reports/processing?from=${day}&to=${day}`,
      { token: await tokenOf(visit) },
    );
    const completed = outcomes.find(({ status }) => status === 'COMPLETED')?.count ?? 0;
    const last = page.locator('.chart table').first().locator('tbody tr').last();
    assert.equal(await last.locator('td').first().textContent(), String(completed));
    assert.ok(completed > 0);
  });
}
