import { vi } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
import { ledgerOf } from '../support/purchase-driver.ts';
import { startTestService } from '../support/test-service.ts';
import { type Callers, GRACE_MS, START, type World } from './world.ts';

/** The real server with its worker, a real Postgres and the sandbox; only its clock is moved by hand. */
export async function startRealWorld(): Promise<{ world: World; callers: Callers; shopUrl: string }> {
  const clock = createFakeClock(START);
  const service = await startTestService({
    isWorking: true,
    clock,
    graceMs: GRACE_MS,
  });
  const callers = {
    main: service.signer,
    other: await service.addApp(),
    reader: await service.addApp({ permissions: ['intents:read'] }),
    writer: await service.addApp({ permissions: ['intents:write'] }),
  };
  const rowOf = (id: string) => service.database.intent.findUniqueOrThrow({ where: { id } });
  const isAt: Record<Parameters<World['settle']>[1], (id: string) => Promise<boolean>> = {
    ordered: async (id) => (await rowOf(id)).orderId !== null,
    COMPLETED: async (id) => (await rowOf(id)).status === 'COMPLETED',
    FAILED: async (id) => (await rowOf(id)).status === 'FAILED',
    SHIPPED: async (id) => (await rowOf(id)).trackingNumber !== null,
  };
  const hasJob = async (id: string): Promise<boolean> => {
    const active = await service.database.$queryRaw<unknown[]>`
      SELECT 1 FROM pgboss.job WHERE singleton_key = ${id} AND state IN ('created', 'retry', 'active')`;
    return active.length > 0;
  };
  const until = (check: () => Promise<boolean>) =>
    vi.waitUntil(check, { timeout: 10_000, interval: 20 }).then(() => undefined);
  const world: World = {
    call: (method, path, options) => service.call(method, path, options),
    advance: (ms) => clock.advance(ms),
    nowMs: () => clock.now().getTime(),
    async settle(id, place) {
      if (place === 'SHIPPED') {
        // Asked too early the shop has nothing to tell, and the next question waits for the clock.
        await until(async () => (await ledgerOf(service, id)).some(({ status }) => status === 'SHIPPED'));
        clock.advance(1000);
      }
      await until(() => isAt[place](id));
      // A cancellation that meets its intent's job still in the queue comes back a second later, by the clock.
      await until(async () => !(await hasJob(id)));
    },
    stop: () => service.stop(),
  };
  return { world, callers, shopUrl: service.sandboxUrl };
}
