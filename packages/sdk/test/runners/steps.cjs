// What a test of an integrator does with fake timers, the same in every test runner.

/**
 * @param {object} runner - `test` and `expect`; `timers` of the runner; the two entries of the package, loaded as the
 *   test file's own kind of module.
 */
module.exports = function defineSteps({ test, expect, timers, sdk, testing }) {
  const openClient = {
    "the service's client": (service) => service.client(),
    'a client with the fetch of the service': ({ app, fetch }) =>
      new sdk.ProcurementIntents({ baseUrl: 'https://given.example', ...app, fetch }),
    'a client with the global fetch': ({ app, fetch }) => {
      globalThis.fetch = fetch;
      return new sdk.ProcurementIntents({ baseUrl: 'https://global.example', ...app });
    },
  };

  /** Runs `step` under fake timers. */
  async function underFakeTimers(step) {
    const originalFetch = globalThis.fetch;
    timers.fake();
    try {
      await step();
    } finally {
      timers.real();
      globalThis.fetch = originalFetch;
    }
  }

  for (const [name, open] of Object.entries(openClient)) {
    test(`${name} buys while nobody moves the time`, () =>
      underFakeTimers(async () => {
        const service = testing.createTestService();
        const bought = await open(service).intents.createAndWait(service.order());
        expect(bought.status).toBe('COMPLETED');
      }));

    test(`${name} buys while an hour passes at once`, () =>
      underFakeTimers(async () => {
        const service = testing.createTestService();
        service.purchases.complete({}, { afterMs: 30_000 });
        const bought = open(service).intents.createAndWait(service.order());
        await timers.advance(3_600_000);
        expect((await bought).status).toBe('COMPLETED');
      }));

    test(`${name} gets its refusal while all timers run`, () =>
      underFakeTimers(async () => {
        const service = testing.createTestService();
        const refused = open(service)
          .intents.get('int_1')
          .catch((error) => error);
        await timers.runAll();
        expect((await refused).name).toBe('INTENT_NOT_FOUND');
      }));
  }
};
