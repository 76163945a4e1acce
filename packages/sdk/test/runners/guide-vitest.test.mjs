import { createTestService } from '@procurement-intents/sdk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a purchase that takes an hour', async () => {
  const service = createTestService();
  service.purchases.complete({}, { afterMs: 3_600_000 });
  const { id } = await service.client().intents.create(service.order());
  const waiting = service.client().intents.waitFor(id, { timeoutMs: 7_200_000 });
  await vi.advanceTimersByTimeAsync(3_700_000);
  expect((await waiting).status).toBe('COMPLETED');
});
