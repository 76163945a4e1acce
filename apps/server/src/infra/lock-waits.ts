import type { Prisma } from '#prisma';
import { type Database, isDatabaseOutage } from './database.ts';
import { describeDefect } from './describe-defect.ts';

// Writers of a busy App queue up for its counters for some milliseconds each.
const BRIEF_LOCK_WAIT_MS = 50;

/** Whether somebody else held a row or table for longer than a statement may wait for it. */
const isLockTimeout = (error: unknown): boolean => describeDefect(error).sqlState === '55P03';

/** How a batch of writes fails: a lock that somebody holds is one item's trouble, an outage is that of all. */
export const WRITE_FAULTS = {
  isItemsFault: (error: unknown): boolean => !isDatabaseOutage(error),
  isBlocked: isLockTimeout,
};

/** How a batch of plain reads fails: rows hold up no read, and a table holds up all. */
export const READ_FAULTS = {
  isItemsFault: (error: unknown): boolean => !isDatabaseOutage(error) && !isLockTimeout(error),
};

/** The same query, waiting 50 ms for each lock when it is to be brief. */
export async function awaitLocks<T>(
  database: Database,
  isBrief: boolean,
  query: Prisma.PrismaPromise<T>,
): Promise<T> {
  if (!isBrief) return query;
  const limit = database.$executeRawUnsafe(`SET LOCAL lock_timeout = ${BRIEF_LOCK_WAIT_MS}`);
  const [, result] = await database.$transaction([limit, query]);
  return result;
}
