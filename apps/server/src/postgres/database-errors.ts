import { kindOfState, type StateKind } from './sql-states.ts';

// Codes of Prisma: not reachable, no access, too slow, closed, no connection free.
const OUTAGE = new Set([
  'P1000',
  'P1001',
  'P1002',
  'P1003',
  'P1008',
  'P1010',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
]);
const WRITE_CONFLICT = 'P2034';
const SYSTEM_ERROR = /^E[A-Z]{3,}$/;
const SQL_STATE = /^[0-9A-Z]{5}$/;
const OUTAGE_TEXT = /timeout exceeded when trying to connect|Query read timeout|Connection terminated/i;
// Kinds of the driver for errors without a SQLSTATE.
const OUTAGE_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TlsConnectionError',
]);

interface DatabaseError {
  name?: string;
  message?: string;
  code?: unknown;
  originalCode?: unknown;
  kind?: string;
  cause?: unknown;
  /** A raw query that failed keeps the driver's error here, and has no cause. */
  meta?: { driverAdapterError?: unknown };
}

/** The error and its causes, outermost first. */
function* chainOf(error: unknown): Generator<DatabaseError> {
  if (typeof error !== 'object' || error === null) return;
  const one = error as DatabaseError;
  yield one;
  yield* chainOf(one.cause);
  yield* chainOf(one.meta?.driverAdapterError);
}

function kindOfCode(code: unknown): StateKind {
  if (typeof code !== 'string') return 'defect';
  if (OUTAGE.has(code) || SYSTEM_ERROR.test(code)) return 'outage';
  if (code === WRITE_CONFLICT) return 'transient';
  return SQL_STATE.test(code) ? kindOfState(code) : 'defect';
}

const hasCode = (error: DatabaseError, kind: StateKind): boolean =>
  [error.code, error.originalCode].some((code) => kindOfCode(code) === kind);

function isOutage(error: DatabaseError): boolean {
  const { name, message = '', kind = '' } = error;
  return (
    hasCode(error, 'outage') ||
    OUTAGE_KINDS.has(kind) ||
    name === 'PrismaClientInitializationError' ||
    OUTAGE_TEXT.test(message)
  );
}

/** Whether `error` is transient: an outage, or a conflict with another transaction. The statement may succeed later. */
export function isTransient(error: unknown): boolean {
  return isDatabaseOutage(error) || [...chainOf(error)].some((one) => hasCode(one, 'transient'));
}

/** Whether `error` says that the database cannot be reached or used now, as opposed to a defect of ours. */
export function isDatabaseOutage(error: unknown): boolean {
  return [...chainOf(error)].some(isOutage);
}

/** Whether Postgres gave `error`, or one of its causes, this SQLSTATE. */
const hasState = (error: unknown, sqlState: string): boolean =>
  [...chainOf(error)].some((one) => [one.code, one.originalCode].includes(sqlState));

/** Whether another transaction locked a row or a table for longer than a statement may wait. */
export const isLockTimeout = (error: unknown): boolean => hasState(error, '55P03');

/** Whether a row would have had the same values as another one in the columns of a unique index. */
export const isUniqueViolation = (error: unknown): boolean => hasState(error, '23505');

/** Whether a row would have overlapped with another one in the columns of an exclusion constraint. */
export const isExclusionViolation = (error: unknown): boolean => hasState(error, '23P01');

/** Whether a row refers to another one that does not exist, or another one refers to a row that is removed. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  hasState(error, '23503') || hasState(error, '23001') || hasState(error, 'P2003');

/** The answer of a delete; `used` when other rows refer to the row, also ones that are added at this moment. */
export async function orUsed<T>(work: Promise<T>): Promise<T | 'used'> {
  try {
    return await work;
  } catch (error) {
    if (isForeignKeyViolation(error)) return 'used';
    throw error;
  }
}

/** Whether Postgres ended a statement: it took too long, or an operator cancelled it. */
export const isQueryCanceled = (error: unknown): boolean => hasState(error, '57014');
