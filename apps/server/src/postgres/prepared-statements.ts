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
  tables: readonly GrowingTable[];
}

/**
 * Decides which statements are prepared, so that Postgres keeps their generic plan: those whose tables are large. A plan
 * made for a small table may be a sequential scan, and it stays until the table is analyzed again.
 */
export class PreparedStatements {
  readonly #statements = new Map<string, NamedStatement>();
  #large: ReadonlySet<GrowingTable> = new Set();
  #measuring: PollingLoop | undefined;

  /**
   * The name to prepare a statement under; undefined for one that is planned each time. A statement that uses no growing
   * table is always prepared.
   */
  nameOf(sql: string): string | undefined {
    const statement = this.#statements.get(sql) ?? this.#add(sql);
    return statement?.tables.every((table) => this.#large.has(table)) ? statement.name : undefined;
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
    const sizes = await database.$queryRaw<{ name: string; bytes: bigint | null }[]>`
      SELECT name, pg_relation_size(to_regclass(name)) AS bytes FROM unnest(${relations}::text[]) AS name`;
    const bytesOf = new Map(sizes.map(({ name, bytes }) => [name, Number(bytes ?? 0)]));
    const isLarge = ({ relation }: GrowingTable): boolean => (bytesOf.get(relation) ?? 0) >= LARGE_BYTES;
    this.#large = new Set(GROWING_TABLES.filter(isLarge));
  }

  #add(sql: string): NamedStatement | undefined {
    if (this.#statements.size >= MAX_NAMED_STATEMENTS) return undefined;
    const statement = {
      name: `s${this.#statements.size}`,
      tables: GROWING_TABLES.filter(({ writtenAs }) => sql.includes(writtenAs)),
    };
    this.#statements.set(sql, statement);
    return statement;
  }
}
