import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { type Database, openDatabase } from './database.ts';
import { isLockTimeout, isQueryCanceled, isUniqueViolation } from './database-errors.ts';

const STATES = { '23505': isUniqueViolation, '55P03': isLockTimeout, '57014': isQueryCanceled };

let database: Database;
beforeAll(() => {
  database = openDatabase(inject('adminUrl'), { poolSize: 1, log: createLogger('silent') });
});
afterAll(() => database.$disconnect());

/** What a statement throws that fails with `sqlState`: on the pool, in Prisma, and in a transaction of Prisma. */
async function errorsOf(sqlState: string): Promise<unknown[]> {
  const raising = `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${sqlState}'; END $$`;
  const runs = [
    database.rows(raising),
    database.$executeRawUnsafe(raising),
    database.$transaction((transaction) => transaction.$executeRawUnsafe(raising)),
  ];
  return (await Promise.allSettled(runs)).map((run) => (run.status === 'rejected' ? run.reason : null));
}

describe.each(Object.entries(STATES))('%s', (sqlState, isState) => {
  it('is recognized from every kind of query, also as the cause of another error', async () => {
    const errors = await errorsOf(sqlState);
    expect(errors.map(isState)).toEqual([true, true, true]);
    expect(errors.map((cause) => isState(new Error('x', { cause })))).toEqual([true, true, true]);
  });

  it('is not taken for another one', async () => {
    const others = Object.values(STATES).filter((one) => one !== isState);
    const errors = [...(await errorsOf(sqlState)), new Error(sqlState), null, sqlState];
    for (const isOther of others) expect(errors.some(isOther)).toBe(false);
    expect(errors.slice(3).some(isState)).toBe(false);
  });
});
