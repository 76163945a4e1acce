import type { PrismaClient } from '#prisma';
import { PollingLoop } from '../polling-loop.ts';

// Statements beyond these stay unnamed: texts of varying length would otherwise fill the server's memory.
const MAX_NAMED_STATEMENTS = 200;

/** A table that traffic alone makes large. */
export interface GrowingTable {
  /** Its name as statements write it. */
  writtenAs: string;
  /** The relation whose size counts, as `to_regclass` reads it. */
  relation: string;
}

/** These tables, whose names statements write in quotes. */
export const growingTables = (...names: string[]): GrowingTable[] =>
  names.map((name) => ({ writtenAs: `"${name}"`, relation: name }));

type Connections = Pick<PrismaClient, '$queryRaw'>;
// From 126 pages of 8 kB on, every statement that changes or finds rows by an index is planned so; twice that is on the
// safe side. To plan a statement each time costs Postgres 0.1 to 0.4 ms, and as long as so few rows are there, few come.
const LARGE_BYTES = 2 * 1024 * 1024;
const MEASURE_EVERY_MS = 1000;

interface NamedStatement {
  name: string;
  tables: readonly GrowingTable[];
}

/**
 * Says which statements Postgres may keep a plan of: those whose tables are large. It keeps the plan of a named
 * statement until the table is analyzed, so one that reads all of a small table would read all of the large one.
 */
export class PreparedStatements {
  readonly #tables: readonly GrowingTable[];
  readonly #statements = new Map<string, NamedStatement>();
  #large: ReadonlySet<GrowingTable> = new Set();
  #measuring: PollingLoop | undefined;

  /** @param tables - all growing tables of the statements. A statement that uses none of them keeps its plan. */
  constructor(tables: readonly GrowingTable[]) {
    this.#tables = tables;
  }

  /** The name to prepare a statement under; none for one that is planned each time. */
  nameOf(sql: string): string | undefined {
    const statement = this.#statements.get(sql) ?? this.#add(sql);
    return statement?.tables.every((table) => this.#large.has(table)) ? statement.name : undefined;
  }

  /** Measures the tables now and each second. Where they cannot be measured, they count as they did. */
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
    const relations = this.#tables.map(({ relation }) => relation);
    const sizes = await database.$queryRaw<{ name: string; bytes: bigint | null }[]>`
      SELECT name, pg_relation_size(to_regclass(name)) AS bytes FROM unnest(${relations}::text[]) AS name`;
    const bytesOf = new Map(sizes.map(({ name, bytes }) => [name, Number(bytes ?? 0)]));
    const isLarge = ({ relation }: GrowingTable): boolean => (bytesOf.get(relation) ?? 0) >= LARGE_BYTES;
    this.#large = new Set(this.#tables.filter(isLarge));
  }

  #add(sql: string): NamedStatement | undefined {
    if (this.#statements.size >= MAX_NAMED_STATEMENTS) return undefined;
    const statement = {
      name: `s${this.#statements.size}`,
      tables: this.#tables.filter(({ writtenAs }) => sql.includes(writtenAs)),
    };
    this.#statements.set(sql, statement);
    return statement;
  }
}
