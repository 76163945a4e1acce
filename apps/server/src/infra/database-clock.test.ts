import { expect, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { openDatabase } from './database.ts';
import { startDatabaseClock } from './database-clock.ts';
import { createLogger } from './logger.ts';

async function openClock(skewMs: number) {
  const test = await createTestDatabase();
  const log = createLogger('silent');
  const database = openDatabase(test.url, { poolSize: 1, log });
  const realNow = Date.now.bind(Date);
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + skewMs);
  const clock = await startDatabaseClock(database, log);
  onTestFinished(async () => {
    clock.stop();
    spy.mockRestore();
    await database.$disconnect();
    await test.drop();
  });
  return { clock, realNow };
}

it.each([600_000, -600_000])(
  'tells the time of the database on a machine that is %d ms off',
  async (skewMs) => {
    const { clock, realNow } = await openClock(skewMs);
    expect(Math.abs(clock.now().getTime() - realNow())).toBeLessThan(5000);
  },
);

it("leaves the machine's own time where both agree", async () => {
  const { clock, realNow } = await openClock(0);
  expect(Math.abs(clock.now().getTime() - realNow())).toBeLessThan(1000);
});
