import { expect, it, onTestFinished, vi } from 'vitest';
import { startDatabaseProxy } from '../../test/support/database-proxy.ts';
import { createTestDatabase } from '../../test/support/test-database.ts';
import { openDatabase } from './database.ts';
import { startDatabaseClock } from './database-clock.ts';
import { createLogger } from '../observability/logger.ts';

const HOUR_MS = 3_600_000;
// The journey to the database and a busy machine; what is tested are minutes and hours.
const CLOSE_MS = 5000;

/** A clock over a real database, on a machine whose two clocks can be set. */
async function openClock({ wallMs = 0 } = {}) {
  const test = await createTestDatabase();
  const proxy = await startDatabaseProxy(test.url);
  const log = createLogger('silent');
  const database = openDatabase(proxy.url, { poolSize: 1, log });
  const off = { wallMs, monotonicMs: 0 };
  const clock = await startDatabaseClock(database, log, {
    wallMs: () => Date.now() + off.wallMs,
    monotonicMs: () => performance.now() + off.monotonicMs,
  });
  onTestFinished(async () => {
    clock.stop();
    await database.$disconnect();
    await proxy.stop();
    await test.drop();
  });
  /** How far a reading is from this machine's real time, which is the database's. */
  const offBy = (time: Date): number => time.getTime() - Date.now();
  return {
    off,
    proxy,
    nowIsOffBy: () => offBy(clock.now()),
    latestIsOffBy: () => offBy(clock.latest()),
    untilMeasured: () => vi.waitFor(() => expect(clock.latest()).toEqual(clock.now()), 10_000),
  };
}

it.each([600_000, -600_000])(
  'tells the time of the database on a machine that is %d ms off',
  async (wallMs) => {
    const { nowIsOffBy } = await openClock({ wallMs });
    expect(Math.abs(nowIsOffBy())).toBeLessThan(CLOSE_MS);
  },
);

it.each([HOUR_MS, -HOUR_MS])('is not changed by a step of the wall clock of %d ms', async (stepMs) => {
  const { off, nowIsOffBy, latestIsOffBy, untilMeasured } = await openClock();
  off.wallMs = stepMs;
  expect(Math.abs(nowIsOffBy())).toBeLessThan(CLOSE_MS);
  // Set forward, it may as well have slept for an hour.
  expect(Math.abs(latestIsOffBy() - Math.max(stepMs, 0))).toBeLessThan(CLOSE_MS);
  await untilMeasured();
  expect(Math.abs(nowIsOffBy())).toBeLessThan(CLOSE_MS);
});

it('is late, and knows the latest that it can be, until a machine that slept has asked the database', async () => {
  const { off, nowIsOffBy, latestIsOffBy, untilMeasured } = await openClock();
  off.monotonicMs = -HOUR_MS;
  expect(Math.abs(nowIsOffBy() + HOUR_MS)).toBeLessThan(CLOSE_MS);
  expect(Math.abs(latestIsOffBy())).toBeLessThan(CLOSE_MS);
  await untilMeasured();
  expect(Math.abs(nowIsOffBy())).toBeLessThan(CLOSE_MS);
});

it('decides nothing early while the database cannot be asked, and asks again when it can', async () => {
  const { off, proxy, nowIsOffBy, untilMeasured } = await openClock();
  await proxy.cut();
  off.monotonicMs = -HOUR_MS;
  expect(nowIsOffBy()).toBeLessThan(CLOSE_MS - HOUR_MS);
  off.wallMs = 2 * HOUR_MS;
  expect(nowIsOffBy()).toBeLessThan(CLOSE_MS - HOUR_MS);
  await proxy.restore();
  await untilMeasured();
  expect(Math.abs(nowIsOffBy())).toBeLessThan(CLOSE_MS);
});
