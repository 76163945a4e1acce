import { DAY_MS } from '@procurement-intents/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { countAttempts } from '../../src/intent-rows/attempt-number.ts';
import { isLongRun } from '../hostile/run-length.ts';
import { type FaultWorld, startFaultWorld, WORLD_START_MS } from './fault-world.ts';
import { startLoad } from './load-driver.ts';
import { recordResult } from './record-result.ts';

// Orders arrive a minute after they were shipped; the single look at each of them is a day away by then.
const PURCHASES = 200;
const WAIT_OPTIONS = { timeout: 120_000, interval: 200 };

let world: FaultWorld;
beforeAll(async () => {
  world = await startFaultWorld({ workers: 2 });
}, WORLD_START_MS);
afterAll(() => world.stop());

const countIntents = (where: object): Promise<number> => world.database.intent.count({ where });

async function buy(count: number): Promise<void> {
  // One caller buys at one platform.
  const load = startLoad(world, { callers: 1, limit: count, isCalm: true });
  await vi.waitFor(() => expect(load.promised).toHaveLength(count), WAIT_OPTIONS);
  await load.stop();
}

/** Buys something, so that the list proves that it tells of our orders. */
async function awaitTrust(): Promise<void> {
  await buy(1);
  await vi.waitFor(async () => {
    const proven = await world.database.orderFeed.count({ where: { provenAt: { not: null } } });
    expect(proven).toBe(1);
  }, WAIT_OPTIONS);
}

async function countPolls(): Promise<number> {
  const feeds = await world.database.orderFeed.findMany({ select: { attempt: true } });
  return feeds.reduce((sum, { attempt }) => sum + countAttempts(attempt), 0);
}

it.runIf(isLongRun)(
  'completed orders are followed to their end although whoever reads the list is killed again and again',
  async () => {
    await awaitTrust();
    await buy(PURCHASES);
    const isFar = { gte: new Date(Date.now() + DAY_MS / 2) };
    const followed = { status: 'COMPLETED', orderStatus: 'SHIPPED', nextAttemptAt: isFar } as const;
    await vi.waitFor(
      async () => expect(await countIntents(followed)).toBeGreaterThan(PURCHASES / 2),
      WAIT_OPTIONS,
    );
    const far = await world.database.intent.findMany({ where: followed, select: { id: true } });
    const ids = far.map(({ id }) => id);
    const isOpen = { id: { in: ids }, orderStatus: { not: 'DELIVERED' } };
    let kills = 0;
    while ((await countIntents(isOpen)) > 0) {
      const unit = world.workers[kills % world.workers.length];
      unit?.process.killNow();
      await unit?.process.hasEnded();
      kills += 1;
      const polls = await countPolls();
      await unit?.process.start();
      await vi.waitFor(async () => {
        const isRead = (await countPolls()) > polls || (await countIntents(isOpen)) === 0;
        expect(isRead).toBe(true);
      }, WAIT_OPTIONS);
    }
    const events = await world.database.intentEvent.groupBy({
      by: ['type'],
      where: { intentId: { in: ids }, type: { startsWith: 'order.' } },
      _count: true,
    });
    const told = Object.fromEntries(events.map(({ type, _count }) => [type, _count]));
    recordResult({
      experiment: 'kill -9 of whoever follows orders',
      purchases: ids.length,
      kills,
      lost: ids.length - (told['order.delivered'] ?? 0),
      doubles: Math.max(0, (told['order.shipped'] ?? 0) - ids.length),
    });
    expect(kills).toBeGreaterThan(1);
    expect(told).toMatchObject({ 'order.shipped': ids.length, 'order.delivered': ids.length });
  },
  600_000,
);
