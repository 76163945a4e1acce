import { expect, it } from 'vitest';
import { OVER_SHARE } from '@procurement-intents/domain';
import { unclear } from '../../src/platforms/unclear.ts';
import { hookPlatform } from '../support/purchase-driver.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

const PATIENCE_MS = 3000;

usePurchaseDriver({ retryBudgetMs: PATIENCE_MS });

it('a purchase whose App has used up its share of pages waits, ever longer, and fails of it never', async () => {
  const busy = hookPlatform(driver.context, 'fetchProductPage', () => async () => unclear(OVER_SHARE));
  const id = await driver.create('ordinary');
  const pauses: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    await driver.advanceToTurn(id);
    await driver.run(id, busy);
    const { nextAttemptAt } = await driver.load(id);
    pauses.push((nextAttemptAt?.getTime() ?? 0) - driver.clock.now().getTime());
    driver.clock.advance(PATIENCE_MS);
  }
  expect(pauses).toEqual([...pauses].sort((one, next) => one - next));
  expect(pauses.at(-1)).toBeGreaterThan(pauses[0] ?? 0);
  expect(await driver.events(id)).toEqual(['intent.submitted', 'intent.processing']);
  expect(await driver.finish(id)).toMatchObject({ status: 'COMPLETED' });
  expect(await driver.orders(id)).toMatchObject([{ postCount: 1 }]);
});
