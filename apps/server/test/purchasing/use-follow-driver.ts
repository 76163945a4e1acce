import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { OrderFollower } from '../../src/purchasing/follow-orders.ts';
import { type FollowDriver, startFollowDriver } from '../support/follow-driver.ts';

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

/** The events of the intent's order since it was accepted. */
export const newsOf = async (id: string): Promise<string[]> =>
  (await driver.events(id)).filter((type) => type.startsWith('order.') && type !== 'order.accepted');

/** Changes what the list and the order's own answer say of each order. */
export function tellOf(listed: object, own: object = listed): void {
  driver.gateway.handle = async (call) => {
    const real = await call.pass();
    const body = real.body as { orders?: object[] };
    if (call.kind === 'list') {
      call.reply({ ...real, body: { ...body, orders: body.orders?.map((one) => ({ ...one, ...listed })) } });
    } else call.reply({ ...real, body: { ...body, ...(call.kind === 'get' && own) } });
  };
}
