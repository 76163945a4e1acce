import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { OrderFollower } from '../../src/purchasing/follow-orders.ts';
import { type FollowDriver, startFollowDriver } from '../follow-driver.ts';

export let driver: FollowDriver;
/** Of each test its own; it has seen no order yet. */
export let follower: OrderFollower;

/** Starts a service that follows orders, and a shop that ships an hour after the order and delivers 60 hours later. */
export function useFollowDriver(): void {
  beforeAll(async () => {
    driver = await startFollowDriver({ sandboxSpeed: 1 / 3600, orderTimeoutMs: 1000 });
  });
  afterAll(() => driver.stop());
  beforeEach(async () => {
    await driver.forgetOrders();
    follower = driver.follow();
  });
  afterEach(() => driver.reset());
}
