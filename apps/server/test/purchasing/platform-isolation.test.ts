import { expect, it, onTestFinished, vi } from 'vitest';
import { seedIntents } from '../seed-intents.ts';
import { startTestService, type TestService } from '../test-service.ts';

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
