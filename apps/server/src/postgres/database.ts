import { PrismaPg } from '@prisma/adapter-pg';
import { type ClientBase, type CustomTypesConfig, DatabaseError, Pool, types } from 'pg';
import { type Prisma, PrismaClient } from '#prisma';
import type { Logger } from '../observability/logger.ts';
import type { ConnectionWatch } from './connection-watch.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import { CONNECTION_MS, GIVE_UP_AFTER_MS, limitStatementTime, QUERY_MS } from './limit-statement-time.ts';
import { CollectableClient } from './collectable-client.ts';
import { parseTime } from './parse-time.ts';
import type { ReadsOf, Statements } from './transaction.ts';

/** Prisma, with direct access to its connection pool. */
export type WritableDatabase = PrismaClient & {
  /**
   * Runs one statement on a connection of the pool, outside Prisma's transactions. For hot paths: Prisma copies the text
   * of a batch four times and converts every row twice. Returns `bigint` columns as bigint, times as Date, JSON parsed.
   */
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

/** The database as the service sees it: what the audit log tells of changes in a unit of work alone (`changes`). */
export type Database = Omit<ReadsOf<WritableDatabase>, '$transaction'> & {
  $transaction<T>(
    work: (transaction: Statements) => Promise<T>,
    options?: { timeout?: number; isolationLevel?: Prisma.TransactionIsolationLevel },
  ): Promise<T>;
};

// Transactions of this service take milliseconds. A longer lock is probably a person's, who may hold it for minutes.
const LOCK_WAIT_MS = 400;
// A process that is suspended in the middle of a transaction (frozen, swapped out) must not keep its locks.
const IDLE_IN_TRANSACTION_MS = 3000;

export interface DatabaseOptions {
  poolSize: number;
  log: Logger;
  /** How long a statement waits for a lock. Default 400 ms. */
  lockWaitMs?: number;
  /** The longest time of a statement. Default 2 s. */
  statementMs?: number;
  /** The statements that are prepared and so keep a generic plan. Default: none; each is planned for its values. */
  plans?: Pick<PreparedStatements, 'nameOf'>;
  /** More settings of the sessions, as `SET` takes them. Default: none. */
  settings?: readonly string[];
  /** Notified of broken connections, and of the server that a new connection reaches. */
  connections?: ConnectionWatch;
}

// Bad values, constraints, conflicts with another transaction.
const REFUSALS = new Set(['22', '23', '40']);
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Whether Postgres refused the values of the statement, or for another transaction's sake: the connection is as good as
 * before. The pool's own `query` opens a new one, which costs ten statements. After other errors that is right: a
 * prepared statement whose table a migration has changed (0A000) would fail on this connection for ever.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  (error.code === LOCK_NOT_AVAILABLE || REFUSALS.has(error.code?.slice(0, 2) ?? ''));

/**
 * Connects lazily; a lost connection is logged and replaced. Prisma's client, 9 MB for each pool, is made for the first who
 * asks it for something: `rows` goes past it.
 */
export function openDatabase(connectionString: string, options: DatabaseOptions): WritableDatabase {
  const nameOf = (text: string): string | undefined => options.plans?.nameOf(text);
  const pool = openPool(connectionString, options);
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: ({ sql }: { sql: string }) => nameOf(sql),
  } as ConstructorParameters<typeof PrismaPg>[1]);
  let prisma: PrismaClient | undefined;
  const make = (): PrismaClient => (prisma ??= new PrismaClient({ adapter }));
  const beneath = {
    async rows<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      const client = await pool.connect();
      try {
        const query = { name: nameOf(text), text, values: values as unknown[], types: TYPES };
        const { rows } = await client.query(query);
        client.release();
        return rows as Row[];
      } catch (error) {
        client.release(isRefusal(error) ? undefined : (error as Error));
        throw error;
      }
    },
    async $disconnect(): Promise<void> {
      await prisma?.$disconnect();
      if (!pool.ending) await pool.end();
    },
  };
  return new Proxy(beneath as WritableDatabase, {
    get: (own, name) => (name in own ? own[name as 'rows'] : valueOf(make(), name)),
    has: (own, name) => name in own || name in make(),
  });
}

/** A property of Prisma's client, whose methods are its own. */
function valueOf(client: PrismaClient, name: string | symbol): unknown {
  const value: unknown = Reflect.get(client, name);
  return typeof value === 'function' ? (value.bind(client) as unknown) : value;
}

const PARSERS = new Map<number, unknown>([
  [types.builtins.INT8, BigInt],
  [types.builtins.TIMESTAMPTZ, parseTime],
]);
const TYPES: CustomTypesConfig = {
  getTypeParser: (...[type, format]: Parameters<typeof types.getTypeParser>) =>
    PARSERS.get(type) ?? (types.getTypeParser(type, format) as unknown),
};

function openPool(connectionString: string, options: DatabaseOptions): Pool {
  const pool = new Pool({
    Client: CollectableClient,
    connectionString,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECTION_MS,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, although its types do not say so
    onConnect: (client: ClientBase) => prepareSession(client, options),
  });
  // Connections report their own errors; the pool repeats the error of an idle one.
  pool.on('error', () => undefined);
  return pool;
}

// Identifies a server: two of them never start in the same microsecond.
const SERVER = `SELECT extract(epoch FROM pg_postmaster_start_time())::text AS "startedAt"`;

/** Sets the settings of a session by a statement: PgBouncer refuses connections that have them as parameters. */
const sessionSettings = ({
  statementMs = QUERY_MS,
  lockWaitMs = LOCK_WAIT_MS,
  plans,
  settings = [],
}: DatabaseOptions): string =>
  [
    `SET statement_timeout = ${statementMs}`,
    `SET lock_timeout = ${lockWaitMs}`,
    `SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
    // Prepared statements look rows up in memory or on an SSD. With the default of 4, a statement that changes up to a
    // hundred rows would scan a table of 300 pages.
    ...(plans ? ['SET random_page_cost = 1.1'] : []),
    ...settings.map((setting) => `SET ${setting}`),
  ].join(';');

async function prepareSession(client: ClientBase, options: DatabaseOptions): Promise<void> {
  const { connections, log, statementMs = QUERY_MS } = options;
  client.on('error', (error) => {
    connections?.lost();
    log.warn({ err: error.message }, 'database connection lost');
  });
  limitStatementTime(client, statementMs + GIVE_UP_AFTER_MS);
  // A text with several statements has a result for each, although the types do not say so.
  const text = `${sessionSettings(options)};${SERVER}`;
  const answers = (await client.query(text)) as unknown as { rows: { startedAt: string }[] }[];
  const startedAt = answers.at(-1)?.rows[0]?.startedAt;
  if (startedAt !== undefined) connections?.reached(startedAt);
}
