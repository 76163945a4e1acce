import { expect, it } from 'vitest';
import { CANCEL_WAIT } from '@procurement-intents/domain';
import { cancelIntent } from '../../src/intents/cancel-intent.ts';
import type { IntentRow } from '../../src/intent-rows/intent-row.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

const GRACE_MS = 5000;
usePurchaseDriver({ retryBudgetMs: 3000, orderTimeoutMs: 1000, lateMarginMs: 1000, graceMs: GRACE_MS });

const change = async (id: string, quantity: number): Promise<void> => {
  const { status } = await driver.service.call('PUT', `/api/v1/intents/${id}`, { body: { quantity } });
  expect(status).toBe(200);
};

it('a cancellation that has read its intent before a failover does not end it when the version has come again', async () => {
  const id = await driver.create('slow');
  const before = await driver.load(id);
  await change(id, 2);
  const read = await driver.load(id);
  expect(read).toMatchObject({ status: 'SUBMITTED', version: 2 });
  // The failover has lost the change, and an attempt begins: the row has the version once more.
  await driver.setBack(before);
  driver.clock.advance(GRACE_MS);
  driver.holdOrders();
  await driver.run(id);
  driver.clock.advance(2 * CANCEL_WAIT.waitMs);
  await driver.service.syncClock();
  expect(await driver.load(id)).toMatchObject({ status: 'PROCESSING', version: 2 });
  const reads = [read];
  const find = async (wanted: string): Promise<IntentRow | null> => reads.pop() ?? driver.load(wanted);
  const cancelling = cancelIntent(
    { ...driver.context, intents: { ...driver.context.intents, find }, cancelWaitMs: 1 },
    { appId: read.appId, id, access: 'all', ifMatch: undefined },
    new AbortController().signal,
  );
  await expect(cancelling).rejects.toThrow();
  expect(await driver.load(id)).toMatchObject({
    status: 'PROCESSING',
    cancelRequestedAt: expect.any(Date) as Date,
  });
});
