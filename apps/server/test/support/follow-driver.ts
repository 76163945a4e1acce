import type { OrderFeed } from '#prisma';
import { OrderFollower } from '../../src/purchasing/follow-orders.ts';
import { trackIntent } from '../../src/purchasing/track-intent.worker.ts';
import type { GatewayReply } from './front-gateway.ts';
import { relay } from './front-gateway.ts';
import { type PurchaseDriver, startPurchaseDriver } from './purchase-driver.ts';
import type { TestServiceOptions } from './test-service.ts';

const MAX_PAGES = 30;

export interface FollowDriver extends PurchaseDriver {
  /** A follower of PLATFORM_A as each worker process has one. */
  follow(): OrderFollower;
  feed(): Promise<OrderFeed>;
  /** Reads the list to its end, at the time of the next poll. */
  poll(follower: OrderFollower): Promise<void>;
  /** Moves the clock to the next poll of anybody. */
  advanceToPoll(): Promise<void>;
  /** One look at each completed intent that is due; answers their ids. */
  lookAtDue(follower: OrderFollower): Promise<string[]>;
  /** A completed intent, whose first look has found a list that can be trusted. */
  completeFollowed(follower: OrderFollower, item: string): Promise<string>;
  /** Lets so much time pass, with every poll and every look at its time; answers the calls of each kind. */
  live(follower: OrderFollower | null, forMs: number): Promise<Record<'list' | 'get', number>>;
  /** Empties the service and the shop. */
  forgetOrders(): Promise<void>;
  /** How many milliseconds from now the intent is due. */
  dueIn(id: string): Promise<number>;
  /** The shop answers all but the list. */
  answerList(reply: GatewayReply | ((path: string) => GatewayReply)): void;
}

/** The service without its worker and a shop whose orders age by the test's clock. */
export async function startFollowDriver(
  options: Pick<TestServiceOptions, 'sandboxSpeed' | 'orderTimeoutMs'> = {},
): Promise<FollowDriver> {
  const driver = await startPurchaseDriver({ isSandboxOnClock: true, ...options });
  const { service, context, clock, gateway } = driver;
  const { signal } = new AbortController();

  const feed = () => service.database.orderFeed.findUniqueOrThrow({ where: { platform: 'PLATFORM_A' } });
  async function advanceToPoll(): Promise<void> {
    const { nextPollAt } = await feed();
    clock.advance(Math.max(0, nextPollAt.getTime() - clock.now().getTime()));
    await service.syncClock();
  }
  async function poll(follower: OrderFollower): Promise<void> {
    for (let page = 0; page < MAX_PAGES; page += 1) {
      await advanceToPoll().catch(() => undefined);
      if ((await follower.poll()) !== 'page') return;
    }
    throw new Error('no end in sight');
  }
  async function lookAtDue(follower: OrderFollower | null): Promise<string[]> {
    await service.syncClock();
    const due = await service.database.intent.findMany({
      where: { status: 'COMPLETED', nextAttemptAt: { lte: clock.now() } },
      select: { id: true },
    });
    for (const { id } of due) await trackIntent(context, id, signal, () => follower?.isTrusted ?? false);
    return due.map(({ id }) => id);
  }
  async function dueIn(id: string): Promise<number> {
    const { nextAttemptAt } = await driver.load(id);
    return (nextAttemptAt?.getTime() ?? NaN) - clock.now().getTime();
  }

  return {
    ...driver,
    follow: () => new OrderFollower('PLATFORM_A', context),
    feed,
    poll,
    advanceToPoll,
    lookAtDue,
    dueIn,
    async completeFollowed(follower, item) {
      const id = await driver.create(item);
      await driver.finish(id);
      clock.advance(500);
      await poll(follower);
      await follower.poll();
      await lookAtDue(follower);
      return id;
    },
    async forgetOrders() {
      await service.database.intent.deleteMany();
      await service.database.orderFeed.deleteMany();
      await fetch(`${service.sandboxUrl}/reset`, { method: 'POST' });
    },
    async live(follower, forMs) {
      const endAt = clock.now().getTime() + forMs;
      for (;;) {
        const [next] = await service.database.intent.findMany({
          where: { status: 'COMPLETED', nextAttemptAt: { not: null } },
          orderBy: { nextAttemptAt: 'asc' },
          take: 1,
        });
        const lookAt = next?.nextAttemptAt?.getTime() ?? Infinity;
        const pollAt = follower ? (await feed()).nextPollAt.getTime() : Infinity;
        if (Math.min(lookAt, pollAt) > endAt) break;
        clock.advance(Math.max(0, Math.min(lookAt, pollAt) - clock.now().getTime()));
        await service.syncClock();
        await follower?.poll();
        await lookAtDue(follower);
      }
      const count = (wanted: string): number => gateway.calls.filter((kind) => kind === wanted).length;
      return { list: count('list'), get: count('get') };
    },
    answerList(reply) {
      gateway.handle = (call) =>
        call.kind === 'list'
          ? call.reply(typeof reply === 'function' ? reply(call.path) : reply)
          : relay(call);
    },
  };
}
