import { Client } from 'pg';
import type { TestService } from './test-service.ts';

type Service = Pick<TestService, 'database' | 'databaseUrl'>;

/**
 * Runs `work` while nobody else can read or change the table: as if each statement on it took very long. A statement waits
 * for a lock 400 ms and is refused then.
 */
export async function withLockedTable<T>(
  { databaseUrl }: Pick<Service, 'databaseUrl'>,
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  // Of the service's own sessions none may rest in a transaction for so long.
  const locker = new Client({ connectionString: databaseUrl });
  await locker.connect();
  try {
    await locker.query(`BEGIN; LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`);
    return await work();
  } finally {
    await locker.end();
  }
}

/** How many statements on the table wait for a lock now. */
export async function countWaiting({ database }: Pick<Service, 'database'>, table: string): Promise<number> {
  const waiting = await database.$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${`%"${table}"%`}`;
  return waiting.length;
}
