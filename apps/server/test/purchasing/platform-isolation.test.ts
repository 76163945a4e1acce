import { expect, it, onTestFinished, vi } from 'vitest';
import { relay } from '../support/front-gateway.ts';
import { startFrontedService } from '../support/purchase-driver.ts';
import { seedIntents } from '../support/seed-intents.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

/** Intents that are due, as their creates would leave them. */
function seedDue(service: TestService, count: number, shop: 'a' | 'b', item: string) {
  const at = new Date();
  return seedIntents(service, count, (index) => ({
    appId: service.signer.appId,
    platform: shop === 'a' ? 'PLATFORM_A' : 'PLATFORM_B',
    productUrl: `${service.sandboxUrl}/${shop}/items/${item}?n=${index}`,
    status: 'SUBMITTED',
    submittedAt: at,
    nextAttemptAt: at,
  }));
}

const countCompleted = (service: TestService, platform: 'PLATFORM_A' | 'PLATFORM_B') =>
  service.database.intent.count({ where: { platform, status: 'COMPLETED' } });

it('buys at one shop while every purchase at another one hangs', async () => {
  const service = await startTestService({ isWorking: true, orderTimeoutMs: 12_000 });
  onTestFinished(() => service.stop());
  await seedDue(service, 40, 'a', 'late-answer');
  await vi.waitFor(async () => {
    const { orders } = (await (await fetch(`${service.sandboxUrl}/ledger`)).json()) as { orders: unknown[] };
    expect(orders.length).toBeGreaterThanOrEqual(8);
  }, 10_000);

  await seedDue(service, 5, 'b', 'ordinary');
  await vi.waitFor(async () => expect(await countCompleted(service, 'PLATFORM_B')).toBe(5), 10_000);
  expect(await countCompleted(service, 'PLATFORM_A')).toBe(0);
});

/** Completed intents of an App whose orders are due for tracking. */
function seedTracked(
  service: TestService,
  count: number,
  { appId, shop }: { appId: string; shop: 'a' | 'b' },
) {
  const at = new Date();
  return seedIntents(service, count, (index) => ({
    appId,
    platform: shop === 'a' ? 'PLATFORM_A' : 'PLATFORM_B',
    status: 'COMPLETED',
    submittedAt: at,
    completedAt: at,
    orderId: `${shop}-${appId}-${index}`,
    nextAttemptAt: at,
  }));
}

it('tracks orders at one shop while every request for an order of four Apps hangs at another one', async () => {
  const { service, gateway, stop } = await startFrontedService({ isWorking: true, orderTimeoutMs: 12_000 });
  onTestFinished(stop);
  const requested: string[] = [];
  gateway.handle = async (call) => {
    if (call.kind !== 'get') return relay(call);
    requested.push(call.path);
    if (call.path.includes('/b-')) await relay(call);
  };
  const countRequested = (shop: 'a' | 'b') => requested.filter((path) => path.includes(`/${shop}-`)).length;
  for (const { appId } of await Promise.all([1, 2, 3, 4].map(() => service.addApp()))) {
    await seedTracked(service, 40, { appId, shop: 'a' });
  }
  // Of 16 places at the shop's gateway, one or two stay free for an App that has none: of four Apps that come at once, each is
  // at its share with three or four. On a busy machine the first requests run out of time before the last begin, and others follow.
  await vi.waitFor(() => expect(countRequested('a')).toBeGreaterThanOrEqual(14), 10_000);

  await seedTracked(service, 5, { appId: service.signer.appId, shop: 'b' });
  await vi.waitFor(() => expect(countRequested('b')).toBe(5), 10_000);
});
