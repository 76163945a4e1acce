import { PrismaPg } from '@prisma/adapter-pg';
import { type ClientBase, type CustomTypesConfig, Pool, types } from 'pg';
import { PrismaClient } from '#prisma';
import type { Logger } from '../observability/logger.ts';
import type { ConnectionWatch } from './connection-watch.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import { limitStatementTime } from './limit-statement-time.ts';
import { parseTime } from './parse-time.ts';

/** Prisma, with direct access to its connection pool. */
export type Database = PrismaClient & {
  /**
   * Runs one statement on a connection of the pool, outside Prisma's transactions. For hot paths: Prisma copies the text
   * of a batch four times and converts every row twice. Returns `bigint` columns as bigint, times as Date, JSON parsed.
   */
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

// A caller waits at most 5 s for a connection and an answer. The server ends a longer statement; if it does not, this
// process stops waiting a moment later.
const CONNECTION_MS = 2500;
const QUERY_MS = 2000;
const GIVE_UP_AFTER_MS = 400;
/** The longest time of a statement, with the wait for a connection. */
export const LONGEST_STATEMENT_MS = CONNECTION_MS + QUERY_MS + GIVE_UP_AFTER_MS;
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

/** Connects lazily; a lost connection is logged and replaced. */
export function openDatabase(connectionString: string, options: DatabaseOptions): Database {
  const nameOf = (text: string): string | undefined => options.plans?.nameOf(text);
  const pool = openPool(connectionString, options);
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: ({ sql }: { sql: string }) => nameOf(sql),
  } as ConstructorParameters<typeof PrismaPg>[1]);
  const prisma = new PrismaClient({ adapter });
  const disconnect = prisma.$disconnect.bind(prisma);
  return Object.assign(prisma, {
    async rows<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      const { rows } = await pool.query({
        name: nameOf(text),
        text,
        values: values as unknown[],
        types: TYPES,
      });
      return rows as Row[];
    },
    async $disconnect(): Promise<void> {
      await disconnect();
      if (!pool.ending) await pool.end();
    },
  });
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
