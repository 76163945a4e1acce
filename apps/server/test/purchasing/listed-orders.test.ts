import { orderChangeOf } from '@procurement-intents/domain';
import { ORDER_STATUSES } from '@procurement-intents/contract/gateway/codes';
import { describe, expect, it } from 'vitest';
import type { PlatformOrder } from '../../src/platforms/platform.ts';
import { OrderFollower } from '../../src/purchasing/follow-orders.ts';
import { hookPlatform } from '../support/purchase-driver.ts';
import { seedIntents } from '../support/seed-intents.ts';
import { driver, follower, newsOf, tellOf, useFollowDriver } from './use-follow-driver.ts';

// The list makes an intent due exactly when the order, asked about, changes it.
const HOUR_MS = 3_600_000;
useFollowDriver();

/** One poll by a process that has made no intent due yet. */
async function pollAnew(): Promise<string[]> {
  const other = driver.follow();
  await driver.poll(other);
  return driver.lookAtDue(other);
}

describe('an intent is not made due', () => {
  it('by a refund of 0', async () => {
    await driver.completeFollowed(follower, 'ordinary');
    tellOf({ refunded: 0 });
    expect(await pollAnew()).toEqual([]);
  });

  it('again by an order that was rejected after all', async () => {
    const id = await driver.completeFollowed(follower, 'ordinary');
    tellOf({ status: 'REJECTED', reason: 'PAYMENT_FAILED' });
    expect(await pollAnew()).toEqual([id]);
    expect(await newsOf(id)).toEqual(['order.cancelled_by_shop']);
    expect(await pollAnew()).toEqual([]);
  });

  it('by a page from before the order was shipped', async () => {
    const id = await driver.completeFollowed(follower, 'ordinary');
    driver.clock.advance(HOUR_MS);
    expect(await pollAnew()).toEqual([id]);
    expect(await driver.view(id)).toMatchObject({ orderStatus: 'SHIPPED' });
    tellOf({ status: 'CONFIRMED', parcels: [] }, {});
    expect(await pollAnew()).toEqual([]);
  });
});

const parcels = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ trackingNumber: `SF${index}` }));

const ROWS = [null, 'PLACED', 'SHIPPED', 'CANCELLED'].flatMap((orderStatus) =>
  [null, 0n, 1000n].flatMap((refundedFen) =>
    [null, parcels(1)].map((known) => ({ orderStatus, refundedFen, parcels: known, amountPaidFen: 39_800n })),
  ),
);
const REPORTS = ORDER_STATUSES.flatMap((status) =>
  [{}, { refundedFen: 0 }, { refundedFen: 1000 }].flatMap((refund) =>
    [0, 1, 2].flatMap((count) =>
      [39_800, 38_000].map((amountPaidFen) => ({
        status,
        ...refund,
        parcels: parcels(count),
        amountPaidFen,
      })),
    ),
  ),
);

it('every state of an order makes due what it changes, and nothing else', async () => {
  const updatedAt = driver.clock.now();
  const changing: string[] = [];
  const orders: PlatformOrder[] = [];
  for (const [at, row] of ROWS.entries()) {
    await seedIntents(driver.service, REPORTS.length, (index) => ({
      ...row,
      appId: driver.service.signer.appId,
      status: 'COMPLETED',
      orderId: `${at}-${index}`,
      merchantOrderNo: `no-${at}-${index}`,
      priceFen: 39_800n,
      nextAttemptAt: new Date(updatedAt.getTime() + HOUR_MS),
    }));
    for (const [index, report] of REPORTS.entries()) {
      const orderId = `${at}-${index}`;
      const order = { ...report, orderId, merchantOrderNo: `no-${orderId}`, updatedAt };
      orders.push(order);
      const { fields } = orderChangeOf({ ...row, totalFen: 39_800n }, order);
      if (Object.keys(fields).length > 0) changing.push(orderId);
    }
  }
  const context = hookPlatform(driver.context, 'listChangedOrders', () => async () => ({
    ok: true,
    orders,
    nextCursor: null,
  }));
  expect(await new OrderFollower('PLATFORM_A', { ...driver.context, ...context }).poll()).toBe('end');
  const due = await driver.service.database.intent.findMany({
    where: { attempt: { not: 0 } },
    select: { orderId: true },
  });
  expect(due.map(({ orderId }) => orderId).toSorted()).toEqual(changing.toSorted());
  expect(changing.length).toBeGreaterThan(0);
  expect(changing.length).toBeLessThan(orders.length);
});
