import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OrderFollower } from '../../src/purchasing/follow-orders.ts';
import { hookPlatform } from '../support/purchase-driver.ts';
import { driver, follower, useFollowDriver } from './use-follow-driver.ts';

// Gateways whose list of changed orders cannot be used.
const HOUR_MS = 3_600_000;
useFollowDriver();

describe('a gateway', () => {
  const old = { orderId: 'A-1', merchantOrderNo: 'x', status: 'SHIPPED', amountPaid: 1 };
  const updatedAt = '2020-01-01T00:00:00Z';
  const pageOf = (orders: object[], nextCursor: string | null = null) => ({
    status: 200,
    body: { orders, nextCursor },
  });

  it.each([
    ['has no list', { status: 404 }],
    ['knows no such call', { status: 501 }],
    ['fails', { status: 503 }],
    ['is a proxy', { status: 404, body: '<html>', isForeign: true as const }],
    ['lists without end in one page', pageOf(Array.from({ length: 20_000 }, () => ({ ...old, updatedAt })))],
    ['tells no times', pageOf([old])],
    ['heeds no time', () => pageOf([{ ...old, updatedAt }], randomUUID())],
    ['gives the same cursor again', pageOf([], 'again')],
    ['gives a cursor that no database stores', () => pageOf([], `${randomUUID()}\u0000`)],
  ])(
    'that %s is said once and asked rarely, and each order is asked about as before',
    async (_what, reply) => {
      driver.answerList(reply);
      const id = await driver.create('ordinary');
      await driver.finish(id);
      const startedAt = driver.clock.now().getTime();
      let polls = 0;
      while (driver.clock.now().getTime() < startedAt + 24 * HOUR_MS) {
        await driver.poll(follower);
        polls += 1;
      }
      expect(polls).toBeLessThan(40);
      expect(driver.lines).toMatchObject([{ level: 40, platform: 'PLATFORM_A', reason: expect.any(String) }]);
      await follower.poll();
      await driver.lookAtDue(follower);
      // Shipped by now: 6 hours, as where there is no list.
      expect(await driver.dueIn(id)).toBeLessThanOrEqual(6 * HOUR_MS);
      // It is tried again, and followed as soon as it answers.
      driver.gateway.reset();
      await driver.completeFollowed(follower, 'ordinary');
      expect(follower.isTrusted).toBe(true);
    },
  );

  it('whose list has no end is given up after a thousand pages', async () => {
    let count = 0;
    driver.answerList(() => pageOf([], `page ${(count += 1)}`));
    await driver.poll(follower).catch(() => undefined);
    await driver.service.database.orderFeed.updateMany({ data: { pages: 990 } });
    await driver.poll(follower);
    expect(await driver.feed()).toMatchObject({
      failures: 1,
      lastFailure: 'LIST_WITHOUT_END',
      cursor: null,
      pages: 0,
    });
    expect(follower.isTrusted).toBe(false);
  });

  it('whose page holds a value that the database refuses counts as one that fails', async () => {
    // A text with NUL, which Postgres refuses before it plans the statement.
    const context = hookPlatform(driver.context, 'listChangedOrders', () => async () => ({
      ok: true,
      orders: [],
      nextCursor: 'page \u0000',
    }));
    expect(await new OrderFollower('PLATFORM_A', { ...driver.context, ...context }).poll()).toBe('nothing');
    expect(await driver.feed()).toMatchObject({ failures: 1, lastFailure: 'LIST_NOT_STORABLE' });
  });

  it('whose list is empty is not taken at its word', async () => {
    driver.answerList(pageOf([]));
    const id = await driver.completeFollowed(follower, 'ordinary');
    expect(follower.isTrusted).toBe(false);
    expect(await driver.dueIn(id)).toBeLessThan(15 * 60_000);
  });

  it('that is silent is given up in time', async () => {
    driver.gateway.handle = () => undefined;
    expect(await follower.poll()).toBe('nothing');
    expect(await driver.feed()).toMatchObject({ failures: 1, lastFailure: 'TIMEOUT' });
  });
});
