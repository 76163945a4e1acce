import { PrismaPg } from '@prisma/adapter-pg';
import { type ClientBase, type CustomTypesConfig, Pool, types } from 'pg';
import { PrismaClient } from '#prisma';
import type { Logger } from '../observability/logger.ts';
import type { ConnectionWatch } from './connection-watch.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import { limitStatementTime } from './limit-statement-time.ts';

/** Prisma, and the pool that its statements run on. */
export type Database = PrismaClient & {
  /**
   * Runs one statement on a connection of the pool, outside of any transaction of Prisma's. For statements of the hot
   * paths: Prisma copies the text of a batch four times and converts every row twice. Answers `bigint` columns as
   * bigint, times as Date, JSON parsed.
   */
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

// A caller waits at most 5 s for a connection and an answer. The server ends a longer statement; if it does not, this
// process stops waiting a moment later.
const CONNECTION_MS = 2500;
const QUERY_MS = 2000;
const GIVE_UP_AFTER_MS = 400;
// Transactions of this service take milliseconds. A longer lock is probably held by a person, who may keep it for long.
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
  /** The statements that keep a generic plan. Default: none; each is planned for its values. */
  plans?: Pick<PreparedStatements, 'nameOf'>;
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

const TYPES: CustomTypesConfig = {
  getTypeParser: (...[type, format]: Parameters<typeof types.getTypeParser>) =>
    type === types.builtins.INT8 ? BigInt : (types.getTypeParser(type, format) as unknown),
};

function openPool(connectionString: string, options: DatabaseOptions): Pool {
  const pool = new Pool({
    connectionString,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECTION_MS,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, its types do not say so
    onConnect: (client: ClientBase) => prepareSession(client, options),
  });
  // Each connection reports its own end; the pool reports the end of an idle one a second time.
  pool.on('error', () => undefined);
  return pool;
}

// Two servers are never started in the same microsecond.
const SERVER = `SELECT extract(epoch FROM pg_postmaster_start_time())::text AS "startedAt"`;

/** Sets the settings of a session by a statement: PgBouncer refuses connections that have them as parameters. */
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

async function prepareSession(client: ClientBase, options: DatabaseOptions): Promise<void> {
  const { connections, log, statementMs = QUERY_MS } = options;
  client.on('error', (error) => {
    connections?.lost();
    log.warn({ err: error.message }, 'database connection lost');
  });
  limitStatementTime(client, statementMs + GIVE_UP_AFTER_MS);
  // Several statements in one text have an answer each, which the types do not say.
  const text = `${sessionSettings(options)};${SERVER}`;
  const answers = (await client.query(text)) as unknown as { rows: { startedAt: string }[] }[];
  const startedAt = answers.at(-1)?.rows[0]?.startedAt;
  if (startedAt !== undefined) connections?.reached(startedAt);
}
