import { beforeEach, describe, expect, it } from 'vitest';
import { moveArchived } from '../support/move-archived.ts';
import { driver, follower, newsOf, tellOf, useFollowDriver } from './use-follow-driver.ts';

useFollowDriver();
beforeEach(async () => {
  await driver.service.database.orderLookup.deleteMany();
});

/** Archives an intent that has ended, and moves it out of `intents`. */
async function move(id: string): Promise<void> {
  const { database } = driver.service;
  await database.$executeRaw`UPDATE "intents" SET "archivedAt" = "service_now"() WHERE "id" = ${id}`;
  await moveArchived(driver.service, driver.clock);
  expect(await isMoved(id)).toBe(true);
}
async function isMoved(id: string): Promise<boolean> {
  const { database } = driver.service;
  const moved = await database.archivedIntent.count({ where: { id, isMoved: true } });
  expect(moved + (await database.intent.count({ where: { id } }))).toBe(1);
  return moved === 1;
}

describe('an order that was cancelled, of an intent that has moved to the archive', () => {
  /** An intent that was cancelled and has moved, and whose order the platform tells of as `status` since. */
  async function movedBut(status: string): Promise<string> {
    const id = await driver.create('slow');
    await driver.run(id);
    await driver.requestCancel(id);
    expect(await driver.finish(id)).toMatchObject({ status: 'CANCELLED', orderStatus: 'CANCELLED' });
    await move(id);
    driver.gateway.reset();
    driver.gateway.handle = async (call) => {
      if (call.kind === 'cancel') return call.reply({ status: 409, body: { reason: 'SHIPPED' } });
      const real = await call.pass();
      const body = real.body as { orders?: object[] };
      if (call.kind !== 'list') return call.reply({ ...real, body: { ...body, status } });
      call.reply({ ...real, body: { ...body, orders: body.orders?.map((one) => ({ ...one, status })) } });
    };
    return id;
  }

  it('is looked up when the list tells that it stands, and the intent comes back to tell it', async () => {
    const id = await movedBut('SHIPPED');
    await driver.poll(follower);
    expect(await driver.lookupOf(id)).not.toBeNull();
    expect(await isMoved(id)).toBe(true);
    await driver.reconcile(id);
    expect(await isMoved(id)).toBe(false);
    expect((await newsOf(id)).at(-1)).toBe('order.late_stands');
    expect(await driver.view(id)).toMatchObject({ status: 'CANCELLED', orderStatus: 'SHIPPED' });
    expect(driver.lines).toMatchObject([{ level: 50, intentId: id, outcome: 'stands' }]);
    await driver.poll(follower);
    expect(await driver.lookupOf(id)).toBeNull();
  });

  it('is not looked up while the list tells the truth', async () => {
    const id = await movedBut('CANCELLED');
    await driver.poll(follower);
    expect(await driver.lookupOf(id)).toBeNull();
    expect(await isMoved(id)).toBe(true);
  });
});

describe('the order of a completed intent that has moved to the archive', () => {
  it('proves no list, so that tracked orders are asked about by themselves, and changes nothing', async () => {
    const id = await driver.completeFollowed(follower, 'ordinary');
    await driver.service.database.intent.update({ where: { id }, data: { nextAttemptAt: null } });
    await move(id);
    const before = await driver.view(id);
    await driver.service.database.orderFeed.deleteMany();
    tellOf({ refunded: 10 });
    const other = driver.follow();
    await driver.poll(other);
    await other.poll();
    expect(await driver.feed()).toMatchObject({ caughtUpAt: driver.clock.now(), provenAt: null });
    expect(other.isTrusted).toBe(false);
    expect(await driver.lookAtDue(other)).toEqual([]);
    expect(await isMoved(id)).toBe(true);
    expect(await driver.view(id)).toEqual(before);
  });
});
