import type { Database } from './database.ts';
import { isDatabaseOutage } from './database-errors.ts';
import { describeDefect } from '../observability/describe-defect.ts';

/**
 * How long the statements of a brief run wait for a lock. Writers of a busy App queue up for its counters for some
 * milliseconds each. Brief runs have connections of their own for it, since a limit that is set for one statement needs
 * a transaction: one whose answer got lost stays open on its connection, and swallows what others commit there.
 */
export const BRIEF_LOCK_WAIT_MS = 50;

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

/** Where the statements of a run go: a brief one to connections that wait for locks briefly. */
export type ConnectionsOf = (isBrief: boolean) => Database;
