import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { inject, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../src/observability/logger.ts';
import { openDatabase } from '../../src/postgres/database.ts';

// As in the service (`main.ts`).
setFlagsFromString('--no-allocation-site-pretenuring');

const COLUMNS = Array.from({ length: 60 }, (_, i) => `'value ${i} of ' || n AS "column${i}"`);
const STATEMENT = `SELECT ${COLUMNS.join(', ')} FROM generate_series(1, 16) AS n`;
const STATEMENTS = 800;
const MB = 1024 * 1024;

const oldMb = (): number =>
  (getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? NaN) /
  MB;

// Some 60 MB are allocated on the way, a third of which moves into old memory when the driver makes its own promises.
it(`moves no answered statement into old memory in ${STATEMENTS} of them`, async () => {
  const database = openDatabase(inject('adminUrl'), { poolSize: 1, log: createLogger('silent') });
  onTestFinished(() => database.$disconnect());
  const ask = async (count: number): Promise<number> => {
    let highest = 0;
    for (let asked = 0; asked < count; asked += 1) {
      await database.rows(STATEMENT);
      highest = Math.max(highest, oldMb());
    }
    return highest;
  };
  await ask(200);
  const before = oldMb();
  expect((await ask(STATEMENTS)) - before).toBeLessThan(4);
});

it('says where a statement was asked for that failed', async () => {
  const database = openDatabase(inject('adminUrl'), { poolSize: 1, log: createLogger('silent') });
  onTestFinished(() => database.$disconnect());
  const error = await database.rows('SELECT no_such_column').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '42703' });
  expect((error as Error).stack).toContain('collectable-client.test.ts');
});
