import { afterAll, beforeAll } from 'vitest';
import { createLogger } from '../../src/observability/logger.ts';
import { openDatabase, type WritableDatabase } from '../../src/postgres/database.ts';
import { createTestDatabase } from './test-database.ts';

export let database: WritableDatabase;
export let databaseUrl: string;

/** Gives the tests of this file a migrated, empty database. */
export function useDatabase({ poolSize }: { poolSize: number }): void {
  let drop: () => Promise<void>;
  beforeAll(async () => {
    ({ url: databaseUrl, drop } = await createTestDatabase());
    database = openDatabase(databaseUrl, { poolSize, log: createLogger('silent') });
  });
  afterAll(async () => {
    await database.$disconnect();
    await drop();
  });
}
