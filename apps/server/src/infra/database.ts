import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '#prisma';
import { describeDefect } from './describe-defect.ts';
import type { Logger } from './logger.ts';

export type Database = PrismaClient;

// Statements beyond these stay unnamed: lists of varying length would otherwise fill the server's memory.
const MAX_NAMED_STATEMENTS = 200;

// Waiting for a connection and then for an answer, nobody hangs longer than 5 s. The server ends a statement that takes
// longer; a moment later we stop waiting for a server that does not.
const CONNECTION_MS = 2500;
const QUERY_MS = 2000;
const GIVE_UP_AFTER_MS = 400;
// Our own transactions are over in milliseconds. What is locked for longer is in somebody's hands, who may be at lunch.
const LOCK_WAIT_MS = 400;
// A process that stands still in the middle of a transaction (frozen, swapped out) must let go of what it holds.
const IDLE_IN_TRANSACTION_MS = 3000;

export interface DatabaseOptions {
  poolSize: number;
  log: Logger;
  /** How long a statement waits for a lock. Default 400 ms. */
  lockWaitMs?: number;
}

/** Connects lazily; a lost connection is logged and replaced. */
export function openDatabase(connectionString: string, options: DatabaseOptions): Database {
  const names = new Map<string, string>();
  const statementNameGenerator = ({ sql }: { sql: string }): string | undefined => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= MAX_NAMED_STATEMENTS) return undefined;
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
  const onError = (error: Error): void =>
    options.log.warn({ err: error.message }, 'database connection lost');
  const adapter = new PrismaPg(
    {
      connectionString,
      max: options.poolSize,
      connectionTimeoutMillis: CONNECTION_MS,
      query_timeout: QUERY_MS + GIVE_UP_AFTER_MS,
      statement_timeout: QUERY_MS,
      lock_timeout: options.lockWaitMs ?? LOCK_WAIT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      // Plans are kept with their statements: one made while a table is small must not read all of it when it is large.
      options: '-c enable_seqscan=off',
    },
    { onPoolError: onError, onConnectionError: onError, statementNameGenerator } as ConstructorParameters<
      typeof PrismaPg
    >[1],
  );
  return new PrismaClient({ adapter });
}

const OUTAGE = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028']);
// The system's, and Postgres' own: no connection, shutting down or starting, out of disk, memory or connections, a
// password that is being changed, a standby that is being promoted, a transaction of ours that stood still too long.
const OUTAGE_CODE = /^(E[A-Z]+$|57014|57P0|53[0-9]{3}|08[0-9A-Z]{3}|28[0-9A-Z]{3}|25006|25P03)/;
const OUTAGE_TEXT = /timeout exceeded when trying to connect|Query read timeout|Connection terminated/i;
// How the driver sorts what has no code of Postgres.
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

/** Whether `error` is of a moment: an outage, or a loss to another transaction. The same statement may go well later. */
export function isPassing(error: unknown): boolean {
  return isDatabaseOutage(error) || /\b(40001|40P01|55P03)\b/.test(describeDefect(error).sqlState ?? '');
}

/** Whether `error` says that the database cannot be reached or used now, as opposed to a defect of ours. */
export function isDatabaseOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, message = '', code, originalCode, kind = '', cause, meta } = error as DatabaseError;
  const codes = [code, originalCode].filter((one) => typeof one === 'string');
  return (
    codes.some((one) => OUTAGE.has(one) || OUTAGE_CODE.test(one)) ||
    OUTAGE_KINDS.has(kind) ||
    name === 'PrismaClientInitializationError' ||
    OUTAGE_TEXT.test(message) ||
    isDatabaseOutage(cause) ||
    isDatabaseOutage(meta?.driverAdapterError)
  );
}
