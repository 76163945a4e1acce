import { expect } from 'vitest';
import { driver } from '../support/use-purchase-driver.ts';

/** The intent is COMPLETED with its only order, which the shop was sent once, and had no other outcome before. */
export async function expectBoughtOnce(id: string): Promise<void> {
  const row = await driver.load(id);
  const orders = await driver.orders(id);
  expect(orders).toMatchObject([{ postCount: 1 }]);
  expect(row).toMatchObject({ status: 'COMPLETED', orderId: orders[0]?.orderId });
  const outcomes = (await driver.events(id)).filter((type) => /completed|failed$|cancelled/.test(type));
  expect(outcomes.filter((type) => type !== 'intent.attempt_failed')).toEqual(['intent.completed']);
}
