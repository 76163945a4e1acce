import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPrivateServer } from '../../src/health/private-server.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { proxy, useDatabaseProxy } from '../use-database-proxy.ts';

let service: TestService;
let operations: Awaited<ReturnType<typeof startPrivateServer>>;

const routeDatabase = useDatabaseProxy();
beforeAll(async () => {
  service = await startTestService({ routeDatabase });
  operations = await startPrivateServer(
    { metrics: service.metrics, whyNotReady: async () => null },
    { host: '127.0.0.1', port: 0, portSetting: 'PRIVATE_PORT' },
  );
});
afterAll(async () => {
  await proxy.restore();
  await operations.stop(0);
  await service.stop();
});

/** The status of a scrape, and its samples of the metrics that the database has a part in. */
async function scrape() {
  const response = await fetch(`http://127.0.0.1:${operations.port}/metrics`);
  const text = await response.text();
  const asked = /^procurement_(database_up|due_intents|dead_jobs) .+$/;
  expect(text).toContain('process_cpu_user_seconds_total ');
  return { status: response.status, asked: text.split('\n').filter((line) => asked.test(line)) };
}
const WITH_DATABASE = {
  status: 200,
  asked: ['procurement_database_up 1', 'procurement_due_intents 0', 'procurement_dead_jobs 0'],
};
const WITHOUT_DATABASE = { status: 200, asked: ['procurement_database_up 0'] };

const OUTAGES = {
  'is gone': () => proxy.cut(),
  'takes connections and answers nothing': async () => proxy.hang(),
};

it.each(Object.keys(OUTAGES) as (keyof typeof OUTAGES)[])(
  'are answered while the database %s, without what it alone knows',
  async (outage) => {
    await expect.poll(scrape, { timeout: 10_000 }).toEqual(WITH_DATABASE);
    await OUTAGES[outage]();
    // A look of the last second may still be believed.
    await expect.poll(scrape, { timeout: 10_000 }).toEqual(WITHOUT_DATABASE);
    await proxy.restore();
    await expect.poll(scrape, { timeout: 10_000 }).toEqual(WITH_DATABASE);
  },
);
