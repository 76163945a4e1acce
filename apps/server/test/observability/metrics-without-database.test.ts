import { expect, it, type TestContext, vi } from 'vitest';
import { startPrivateServer } from '../../src/health/private-server.ts';
import type { DatabaseProxy } from '../support/database-proxy.ts';
import { startBehindProxy } from '../support/start-behind-proxy.ts';

const WAIT_OPTIONS = { timeout: 10_000, interval: 50 };

/** A service behind a proxy of its own, whose metrics can be scraped. */
async function startScraped(test: Pick<TestContext, 'onTestFinished'>) {
  const { service, proxy } = await startBehindProxy(test);
  const operations = await startPrivateServer(
    { metrics: service.metrics, whyNotReady: async () => null },
    { host: '127.0.0.1', port: 0, portSetting: 'PRIVATE_PORT' },
  );
  test.onTestFinished(() => operations.stop(0));
  return { proxy, scrape: () => scrape(operations.port) };
}

/** The status of a scrape, and its samples of the metrics that the database has a part in. */
async function scrape(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await response.text();
  const asked =
    /^procurement_(database_up|due_intents|dead_jobs|unpublished_events_seconds|webhooks_overdue_seconds|failing_webhooks) .+$/;
  expect(text).toContain('process_cpu_user_seconds_total ');
  return { status: response.status, asked: text.split('\n').filter((line) => asked.test(line)) };
}
const WITH_DATABASE = {
  status: 200,
  asked: [
    'procurement_database_up 1',
    'procurement_due_intents 0',
    'procurement_dead_jobs 0',
    'procurement_unpublished_events_seconds 0',
    'procurement_webhooks_overdue_seconds 0',
    'procurement_failing_webhooks 0',
  ],
};
const WITHOUT_DATABASE = { status: 200, asked: ['procurement_database_up 0'] };

const OUTAGES = {
  'is gone': (proxy: DatabaseProxy) => proxy.cut(),
  'takes connections and answers nothing': async (proxy: DatabaseProxy) => proxy.hang(),
};

it.concurrent.for(Object.keys(OUTAGES) as (keyof typeof OUTAGES)[])(
  'are answered while the database %s, without what it alone knows',
  async (outage, test) => {
    const { proxy, scrape } = await startScraped(test);
    await vi.waitFor(async () => expect(await scrape()).toEqual(WITH_DATABASE), WAIT_OPTIONS);
    await OUTAGES[outage](proxy);
    // A look of the last second may still be believed.
    await vi.waitFor(async () => expect(await scrape()).toEqual(WITHOUT_DATABASE), WAIT_OPTIONS);
    await proxy.restore();
    await vi.waitFor(async () => expect(await scrape()).toEqual(WITH_DATABASE), WAIT_OPTIONS);
  },
);
