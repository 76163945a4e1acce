import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '#prisma';
import type { Logger } from './logger.ts';

export type Database = PrismaClient;

// Statements beyond these stay unnamed: lists of varying length would otherwise fill the server's memory.
const MAX_NAMED_STATEMENTS = 200;

// The server ends what takes longer; half a second later we stop waiting for a server that does not.
const QUERY_MS = 5000;

/** Connects lazily; a lost connection is logged and replaced. */
export function openDatabase(connectionString: string, options: { poolSize: number; log: Logger }): Database {
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
      connectionTimeoutMillis: 3000,
      query_timeout: QUERY_MS + 500,
      statement_timeout: QUERY_MS,
    },
    { onPoolError: onError, onConnectionError: onError, statementNameGenerator } as ConstructorParameters<
      typeof PrismaPg
    >[1],
  );
  return new PrismaClient({ adapter });
}

const OUTAGE = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028']);

/** Whether `error` says that the database cannot be reached or used now, as opposed to a defect of ours. */
export function isDatabaseOutage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, name } = cause as { code?: unknown; name: string };
    if (
      typeof code === 'string' &&
      (OUTAGE.has(code) || /^(ECONN|EPIPE|57014|57P0|53[0-9]{3}|08[0-9A-Z]{3})/.test(code))
    )
      return true;
    if (name === 'PrismaClientInitializationError') return true;
    if (
      /timeout exceeded when trying to connect|Query read timeout|Connection terminated/i.test(cause.message)
    )
      return true;
  }
  return false;
}
