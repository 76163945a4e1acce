import { describe, expect, it, vi } from 'vitest';
import type { ListOrdersResult } from '../../src/platforms/platform.ts';
import { OrderFollower, OrderFollowers } from '../../src/purchasing/follow-orders.ts';
import { countAttempts } from '../../src/intent-rows/attempt-number.ts';
import { trackIntent } from '../../src/purchasing/track-intent.worker.ts';
import { type FrontCall, relay } from '../support/front-gateway.ts';
import { hookPlatform } from '../support/purchase-driver.ts';
import { runLength } from '../hostile/run-length.ts';
import { driver, follower, newsOf, tellOf, useFollowDriver } from './use-follow-driver.ts';

const HOUR_MS = 3_600_000;
const ORDERS = runLength(10, 200);
const HOURS = runLength(3, 24);
useFollowDriver();

/** A poll of another process, which has its lease and waits for the answer of the shop. */
async function startHeldPoll() {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<ListOrdersResult>();
  const context = hookPlatform(driver.context, 'listChangedOrders', () => () => {
    asked.resolve();
    return answer.promise;
  });
  const result = new OrderFollower('PLATFORM_A', { ...driver.context, ...context }).poll();
  await asked.promise;
  return { answer: answer.resolve, result };
}

describe('a change at the shop', () => {
  it('is told once, by one look at the order that the list has named', async () => {
    const id = await driver.completeFollowed(follower, 'ordinary');
    expect(await driver.dueIn(id)).toBe(6 * HOUR_MS);
    driver.gateway.reset();
    for (const [afterMs, status, event] of [
      [HOUR_MS, 'SHIPPED', 'order.shipped'],
      [60 * HOUR_MS, 'DELIVERED', 'order.delivered'],
    ] as const) {
      driver.clock.advance(afterMs);
      await driver.poll(follower);
      expect(await driver.lookAtDue(follower)).toEqual([id]);
      expect(await driver.view(id)).toMatchObject({ orderStatus: status });
      expect((await newsOf(id)).at(-1)).toBe(event);
    }
    expect(await newsOf(id)).toHaveLength(2);
    expect(driver.gateway.calls).toEqual(['list', 'get', 'list', 'get']);
  });

  it.each([
    ['withdraws it', 'withdrawn', 3 * HOUR_MS, {}, 'order.cancelled_by_shop'],
    ['charges more', 'ordinary', 0, { amountPaid: 900 }, 'order.overcharged'],
    ['charges less', 'ordinary', 0, { amountPaid: 380 }, 'order.amount_changed'],
    ['pays some back', 'ordinary', 0, { refunded: 10 }, 'order.refunded'],
  ])('is seen by the list alone when the shop %s', async (_what, item, afterMs, change, event) => {
    const id = await driver.completeFollowed(follower, item);
    driver.clock.advance(afterMs);
    tellOf(change);
    await driver.poll(follower);
    expect(await driver.lookAtDue(follower)).toEqual([id]);
    expect(await newsOf(id)).toEqual([event]);
    // Listed again, it is no news.
    await driver.poll(follower);
    expect(await driver.lookAtDue(follower)).toEqual([]);
  });

  it('that the list names while an older answer is under way is not lost', async () => {
    const id = await driver.completeFollowed(follower, 'ordinary');
    const held = Promise.withResolvers<FrontCall>();
    driver.gateway.handle = (call) => (call.kind === 'get' ? held.resolve(call) : relay(call));
    const late = trackIntent(driver.context, id, new AbortController().signal, () => true);
    const call = await held.promise;
    const answer = await call.pass();
    driver.clock.advance(HOUR_MS);
    driver.gateway.reset();
    await driver.poll(follower);
    call.reply(answer);
    await late;
    expect(await driver.lookAtDue(follower)).toEqual([id]);
    expect(await newsOf(id)).toEqual(['order.shipped']);
  });

  it('is asked about again soon when the look that it caused has failed', async () => {
    const id = await driver.completeFollowed(follower, 'ordinary');
    driver.clock.advance(HOUR_MS);
    await driver.poll(follower);
    await follower.poll();
    expect(follower.isTrusted).toBe(true);
    driver.gateway.handle = (call) => call.reply({ status: 503 });
    expect(await driver.lookAtDue(follower)).toEqual([id]);
    expect(await driver.dueIn(id)).toBeLessThanOrEqual(15 * 60_000);
  });

  it('that the list tells otherwise than the order itself is asked about once', async () => {
    const id = await driver.completeFollowed(follower, 'ordinary');
    tellOf({ amountPaid: 500 }, {});
    for (let round = 0; round < 5; round += 1) {
      await driver.poll(follower);
      await driver.lookAtDue(follower);
    }
    expect(driver.gateway.calls.filter((kind) => kind === 'get')).toHaveLength(2);
    expect(await newsOf(id)).toEqual([]);
  });
});

describe('several workers', () => {
  it('read the list once', async () => {
    await driver.completeFollowed(follower, 'ordinary');
    const others = [follower, driver.follow(), driver.follow()];
    driver.gateway.reset();
    await driver.advanceToPoll();
    await Promise.all(others.map((one) => one.poll()));
    expect(driver.gateway.calls).toEqual(['list']);
    expect(others.map(({ isTrusted }) => isTrusted)).toEqual([true, true, true]);
  });

  it('take the list over where one of them has died, and it writes nothing when it was only asleep', async () => {
    const id = await driver.completeFollowed(follower, 'ordinary');
    const held = Promise.withResolvers<FrontCall>();
    driver.gateway.handle = (call) => held.resolve(call);
    driver.clock.advance(HOUR_MS);
    await driver.service.syncClock();
    const sleeping = follower.poll();
    const call = await held.promise;
    driver.gateway.reset();
    const other = driver.follow();
    expect(await other.poll()).toBe('nothing');
    expect(driver.gateway.calls).toEqual([]);
    await driver.poll(other);
    expect(await driver.lookAtDue(other)).toEqual([id]);
    const after = { feed: await driver.feed(), row: await driver.load(id) };
    call.reply({ status: 200, body: { orders: [], nextCursor: null } });
    await sleeping;
    expect({ feed: await driver.feed(), row: await driver.load(id) }).toEqual(after);
  });
});

describe('a long list', () => {
  const queries: URLSearchParams[] = [];
  const updatedAt = () => driver.clock.now().toISOString();
  const order = () => ({
    orderId: 'A-1',
    merchantOrderNo: 'x',
    status: 'SHIPPED',
    amountPaid: 1,
    updatedAt: updatedAt(),
  });
  const page = (nextCursor: string | null) => ({ status: 200, body: { orders: [order()], nextCursor } });
  const answer = (replies: Record<string, { status: number; body?: object }>) => {
    queries.length = 0;
    driver.answerList((path) => {
      const query = new URL(path, 'http://gateway').searchParams;
      queries.push(query);
      return replies[query.get('cursor') ?? 'first'] ?? { status: 400, body: { reason: 'OTHER' } };
    });
  };

  it('is gone on with by whoever comes next, from the page that was reached', async () => {
    answer({ first: page('second'), second: page('third'), third: page(null) });
    expect(await follower.poll()).toBe('page');
    expect(await driver.follow().poll()).toBe('page');
    expect(follower.isTrusted).toBe(false);
    expect(await driver.follow().poll()).toBe('end');
    expect(queries.map((query) => query.get('cursor'))).toEqual([null, 'second', 'third']);
    expect(new Set(queries.map((query) => query.get('changedSince'))).size).toBe(1);
    const { changedSince, cursor, caughtUpAt } = await driver.feed();
    expect({ cursor, caughtUpAt }).toEqual({ cursor: null, caughtUpAt: driver.clock.now() });
    // A minute is read again, for changes that were committed late.
    expect(driver.clock.now().getTime() - changedSince.getTime()).toBe(60_000);
  });

  it('begins anew when a page of it is gone', async () => {
    answer({ first: page('gone') });
    await driver.poll(follower);
    await driver.poll(follower);
    expect(await driver.feed()).toMatchObject({ failures: 2, lastFailure: 'HTTP_400', cursor: null });
    await driver.advanceToPoll();
    expect(await follower.poll()).toBe('page');
    expect(queries.map((query) => query.get('cursor'))).toEqual([null, 'gone', 'gone', null]);
  });

  it('does not move by a page of a poll whose lease was lost in a failover', async () => {
    await driver.poll(follower);
    await driver.advanceToPoll();
    const before = await driver.feed();
    const first = await startHeldPoll();
    await driver.service.database.orderFeed.update({ where: { platform: 'PLATFORM_A' }, data: before });
    const second = await startHeldPoll();
    const leased = await driver.feed();
    first.answer({ ok: true, orders: [], nextCursor: 'lost' });
    await first.result;
    expect(await driver.feed()).toEqual(leased);
    second.answer({ ok: true, orders: [], nextCursor: null });
    expect(await second.result).toBe('end');
    expect((await driver.feed()).caughtUpAt).toEqual(driver.clock.now());
  });
});

it('a list that hangs holds up no other, and no end of the process', async () => {
  const { context } = driver;
  const platform = context.platforms.get('PLATFORM_A');
  if (!platform) throw new Error('no platform');
  const hanging: typeof platform = {
    ...platform,
    listChangedOrders: (_query, { signal }) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve({ ok: false, kind: 'unclear', reason: 'ABORTED' }));
      }),
  };
  const followers = new OrderFollowers({
    ...context,
    platforms: new Map([
      ['PLATFORM_A', hanging],
      ['PLATFORM_B', platform],
    ]),
  });
  followers.start();
  const readB = () => driver.service.database.orderFeed.findUnique({ where: { platform: 'PLATFORM_B' } });
  await vi.waitFor(async () => expect((await readB())?.caughtUpAt).toEqual(expect.any(Date)), {
    timeout: 10_000,
  });
  await followers.stop();
  const { attempt, ...feed } = await driver.feed();
  expect(countAttempts(attempt)).toBe(1);
  expect(feed).toMatchObject({ failures: 0, caughtUpAt: null });
});

it('asks about completed orders by the list, and by themselves hardly ever', async () => {
  const ids: string[] = [];
  for (let count = 0; count < ORDERS; count += 1)
    ids.push(await driver.completeFollowed(follower, 'ordinary'));
  driver.gateway.reset();
  const calls = await driver.live(follower, HOURS * HOUR_MS);
  // Shipped in the meantime, each.
  for (const id of ids) expect(await newsOf(id)).toEqual(['order.shipped']);
  expect(calls.get).toBeLessThanOrEqual(ORDERS * (1 + Math.ceil(HOURS / 6)));
  expect(calls.list).toBeLessThanOrEqual(HOURS * 120 + ORDERS * 3);
}, 600_000);

it('a follower that stops leaves its poll to others at once', async () => {
  const asked = Promise.withResolvers<void>();
  driver.gateway.handle = () => asked.resolve();
  const polling = follower.poll();
  await asked.promise;
  await follower.stop();
  await polling;
  driver.gateway.reset();
  expect(await driver.follow().poll()).toBe('end');
});

describe('an order that was cancelled', () => {
  /** An intent that was cancelled, and whose order the platform tells of as `status` since. */
  async function cancelledBut(status: string): Promise<string> {
    const id = await driver.create('slow');
    await driver.run(id);
    await driver.requestCancel(id);
    expect(await driver.finish(id)).toMatchObject({ status: 'CANCELLED', orderStatus: 'CANCELLED' });
    driver.clock.advance(500);
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

  it('is looked up when the list tells that it stands, and told', async () => {
    const id = await cancelledBut('SHIPPED');
    await driver.poll(follower);
    expect(await driver.lookupOf(id)).not.toBeNull();
    await driver.reconcile(id);
    expect((await newsOf(id)).at(-1)).toBe('order.late_stands');
    expect(await driver.view(id)).toMatchObject({ status: 'CANCELLED', orderStatus: 'SHIPPED' });
    expect(driver.lines).toMatchObject([{ level: 50, intentId: id, outcome: 'stands' }]);
    await driver.poll(follower);
    expect(await driver.lookupOf(id)).toBeNull();
  });

  it('leaves nothing to tell when the list was older than the cancellation', async () => {
    const id = await cancelledBut('CONFIRMED');
    const before = await driver.view(id);
    await driver.poll(follower);
    expect(await driver.lookupOf(id)).not.toBeNull();
    driver.gateway.reset();
    await driver.reconcile(id);
    expect(await driver.lookupOf(id)).toBeNull();
    expect(await driver.view(id)).toEqual(before);
    expect(driver.lines).toEqual([]);
  });

  it('is looked up no more while the list tells the truth', async () => {
    const id = await cancelledBut('CANCELLED');
    await driver.poll(follower);
    expect(await driver.lookupOf(id)).toBeNull();
  });
});
