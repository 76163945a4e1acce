import type { PrismaClient } from '#prisma';
import { PollingLoop } from '../polling/polling-loop.ts';
import { GROWING_TABLES, type GrowingTable } from './growing-tables.ts';

// Further statements stay unnamed, because texts of varying length would fill the server's memory.
const MAX_NAMED_STATEMENTS = 200;

type Connections = Pick<PrismaClient, '$queryRaw'>;
// From 126 pages of 8 kB on, Postgres plans an index scan for every statement that finds rows by an index; this is twice as
// much. Planning a statement takes 0.1 to 0.4 ms, which small tables with little traffic can afford.
const LARGE_BYTES = 2 * 1024 * 1024;
const MEASURE_EVERY_MS = 1000;

interface NamedStatement {
  name: string;
  /** Those that it reads. What it only adds rows to has no part in its plan. */
  tables: readonly GrowingTable[];
}

/**
 * Decides which statements are prepared, so that Postgres keeps their generic plan: those whose tables are large, or empty as
 * the archive is where nobody uses it. A plan made for a small table may be a sequential scan, and it stays until the table is
 * analyzed again. A plan made while a table was empty has a name of its own, which is not used once the table has rows.
 */
export class PreparedStatements {
  readonly #statements = new Map<string, NamedStatement>();
  #large: ReadonlySet<GrowingTable> = new Set();
  #empty: ReadonlySet<GrowingTable> = new Set();
  #measuring: PollingLoop | undefined;

  /**
   * The name to prepare a statement under; undefined for one that is planned each time. A statement that uses no growing
   * table is always prepared.
   */
  nameOf(sql: string): string | undefined {
    const statement = this.#statements.get(sql) ?? this.#add(sql);
    if (!statement?.tables.every((table) => this.#large.has(table) || this.#empty.has(table)))
      return undefined;
    const empty = statement.tables.filter((table) => this.#empty.has(table));
    // Postgres tells names of up to 63 characters apart.
    return [statement.name, ...empty.map((table) => GROWING_TABLES.indexOf(table))].join('-');
  }

  /** Measures the tables now and every second. After a failure the last sizes stay. */
  async start(database: Connections): Promise<void> {
    const poll = (): Promise<void> => this.measure(database);
    await poll().catch(() => undefined);
    this.#measuring = new PollingLoop({ everyMs: MEASURE_EVERY_MS, poll, onError: () => undefined });
    this.#measuring.start();
  }

  async stop(): Promise<void> {
    await this.#measuring?.stop();
  }

  async measure(database: Connections): Promise<void> {
    const relations = GROWING_TABLES.map(({ relation }) => relation);
    // A table with partitions is planned for its values each time: so few of them are looked at.
    const sizes = await database.$queryRaw<{ name: string; bytes: bigint }[]>`
      SELECT name, pg_relation_size(c.oid) AS bytes
      FROM unnest(${relations}::text[]) AS relations(name) JOIN pg_class AS c ON c.oid = to_regclass(name) AND c.relkind = 'r'`;
    const bytesOf = new Map(sizes.map(({ name, bytes }) => [name, Number(bytes)]));
    const sizeOf = ({ relation }: GrowingTable): number | undefined => bytesOf.get(relation);
    this.#large = new Set(GROWING_TABLES.filter((table) => (sizeOf(table) ?? 0) >= LARGE_BYTES));
    this.#empty = new Set(GROWING_TABLES.filter((table) => sizeOf(table) === 0));
  }

  #add(sql: string): NamedStatement | undefined {
    if (this.#statements.size >= MAX_NAMED_STATEMENTS) return undefined;
    const read = sql.replaceAll(/INSERT INTO\s+\S+/g, '');
    const statement = {
      name: `s${this.#statements.size}`,
      tables: GROWING_TABLES.filter(({ writtenAs }) => read.includes(writtenAs)),
    };
    this.#statements.set(sql, statement);
    return statement;
  }
}
