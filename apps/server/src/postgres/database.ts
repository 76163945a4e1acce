import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '#prisma';
import type { Logger } from '../observability/logger.ts';
import type { ConnectionWatch } from './connection-watch.ts';
import type { KeptPlans } from './kept-plans.ts';
import { kindOfState, type StateKind } from './sql-states.ts';

export type Database = PrismaClient;

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
  /** How long a statement takes at most. Default 2 s. */
  statementMs?: number;
  /** Which statements keep a plan that was made for any values. Default: none, each is planned for its values. */
  plans?: Pick<KeptPlans, 'nameOf'>;
  /** Told of connections that break, and of the server that new ones reach. */
  connections?: ConnectionWatch;
}

/** What the driver hands out when a connection stands. */
interface NewConnection {
  query(statements: string): Promise<unknown>;
}

// Two servers are never started in the same microsecond.
const SERVER = `SELECT extract(epoch FROM pg_postmaster_start_time())::text AS "startedAt"`;

/** Settings of a session, as a statement: PgBouncer refuses connections that bring them along. */
const sessionSettings = ({
  statementMs = QUERY_MS,
  lockWaitMs = LOCK_WAIT_MS,
  plans,
}: DatabaseOptions): string =>
  [
    `SET statement_timeout = ${statementMs}`,
    `SET lock_timeout = ${lockWaitMs}`,
    `SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
    // What statements with kept plans look up lies in memory or on a disk without arms. With the default of 4, one that
    // changes a hundred rows at most reads all of a table of 300 pages.
    ...(plans ? ['SET random_page_cost = 1.1'] : []),
  ].join(';');

async function prepareSession(client: NewConnection, options: DatabaseOptions): Promise<void> {
  const statements = `${sessionSettings(options)};${SERVER}`;
  const answers = (await client.query(statements)) as { rows: { startedAt: string }[] }[];
  const startedAt = answers.at(-1)?.rows[0]?.startedAt;
  if (startedAt !== undefined) options.connections?.reached(startedAt);
}

/** Connects lazily; a lost connection is logged and replaced. */
export function openDatabase(connectionString: string, options: DatabaseOptions): Database {
  const { poolSize, plans, statementMs = QUERY_MS } = options;
  const statementNameGenerator = ({ sql }: { sql: string }): string | undefined => plans?.nameOf(sql);
  const onError = (error: Error): void => {
    options.connections?.lost();
    options.log.warn({ err: error.message }, 'database connection lost');
  };
  const adapter = new PrismaPg(
    {
      connectionString,
      max: poolSize,
      connectionTimeoutMillis: CONNECTION_MS,
      query_timeout: statementMs + GIVE_UP_AFTER_MS,
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, its types do not say so
      onConnect: (client) => prepareSession(client, options),
    },
    { onPoolError: onError, onConnectionError: onError, statementNameGenerator } as ConstructorParameters<
      typeof PrismaPg
    >[1],
  );
  return new PrismaClient({ adapter });
}

// Prisma's own: not reachable, no access, too slow, closed, no connection free.
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

/** The error and those that it carries, outermost first. */
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

/** Whether `error` is of a moment: an outage, or a loss to another transaction. The same statement may go well later. */
export function isPassing(error: unknown): boolean {
  return isDatabaseOutage(error) || [...chainOf(error)].some((one) => hasCode(one, 'transient'));
}

/** Whether `error` says that the database cannot be reached or used now, as opposed to a defect of ours. */
export function isDatabaseOutage(error: unknown): boolean {
  return [...chainOf(error)].some(isOutage);
}
