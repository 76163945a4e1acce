const { ProcurementIntents } = require('@procurement-intents/sdk');
const { createTestService } = require('@procurement-intents/sdk/testing');

const service = createTestService();
const originalFetch = globalThis.fetch;
beforeEach(() => {
  jest.useFakeTimers();
  globalThis.fetch = service.fetch;
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = originalFetch;
  service.reset();
});

/** The code under test: it makes its own client. */
async function buy() {
  const client = new ProcurementIntents({ baseUrl: 'https://procurement.example', ...service.app });
  return client.intents.createAndWait(service.order());
}

test('a purchase that takes an hour ends the wait, not the purchase', async () => {
  service.purchases.complete({}, { afterMs: 3_600_000 });
  const failed = buy().catch((error) => error);
  await jest.advanceTimersByTimeAsync(300_000);
  expect((await failed).name).toBe('TimeoutError');
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(service.intents()[0].status).toBe('COMPLETED');
});
