import { type Client, escapeLiteral } from 'pg';

/** What the statements of a call did under the statistics of many rows, together. */
export interface Explained {
  /** The tables and indexes that it read, those of partitions under one name. */
  reads: string[];
  /** Partitions of the archive in which it looked for rows. */
  partitions: number;
  /** Pages of tables and indexes that it touched, its triggers' not counted. */
  pages: number;
  /** The most bytes that it and its triggers wrote to the log in a run. */
  walBytes: number;
  planMs: number;
  runMs: number;
  /** Locks that a statement held at its end, at most. */
  locks: number;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Loops'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

interface Explanation {
  Plan: PlanNode;
  'Planning Time': number;
  'Execution Time': number;
}

const PARTITION = /^archived_intents_(?:before|[0-9]{6})/;
const EXPLAIN = 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)';
// The first run reads pages and catalogs for the first time.
const RUNS = 3;

/** Explains statements on one connection. None of them leaves anything behind but what `keep` ran. */
export class Explainer {
  readonly #client: Client;
  readonly #isPrepared: boolean;
  readonly #explained: Explained[] = [];

  /** @param isPrepared - plans are made without the values, as for statements that the service prepares. */
  constructor(client: Client, isPrepared: boolean) {
    this.#client = client;
    this.#isPrepared = isPrepared;
  }

  /** What its statements did. Those after the first find their locks and pages anew. */
  get sum(): Explained {
    const all = this.#explained;
    const sumOf = (pick: (one: Explained) => number): number => all.reduce((sum, one) => sum + pick(one), 0);
    return {
      reads: [...new Set(all.flatMap(({ reads }) => reads))],
      partitions: sumOf(({ partitions }) => partitions),
      pages: sumOf(({ pages }) => pages),
      walBytes: sumOf(({ walBytes }) => walBytes),
      planMs: sumOf(({ planMs }) => planMs),
      runMs: sumOf(({ runMs }) => runMs),
      locks: Math.max(...all.map(({ locks }) => locks)),
    };
  }

  /** In place of the database of a store: explains the statement, and gives its rows where it only reads. */
  readonly rows = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const runs: Explained[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await this.#explain(text, values));
    // The first change of a page after a checkpoint logs the page.
    const walBytes = Math.max(...runs.map((each) => each.walBytes));
    this.#explained.push({ ...(runs.at(-1) as Explained), walBytes });
    if (!/^\s*SELECT/.test(text)) return [];
    await this.#client.query('BEGIN');
    const { rows } = await this.#client.query(text, [...values]);
    await this.#client.query('ROLLBACK');
    return rows as Row[];
  };

  async #explain(text: string, values: readonly unknown[]): Promise<Explained> {
    const client = this.#client;
    // As the service has it: what reads a table with partitions is planned for its values.
    const isGeneric = this.#isPrepared && values.length > 0 && !text.includes('"archived_intents"');
    await client.query('BEGIN');
    try {
      let statement = { text: `${EXPLAIN} ${text}`, values: [...values] };
      if (isGeneric) {
        await client.query(`SET LOCAL plan_cache_mode = force_generic_plan; PREPARE explained AS ${text}`);
        const given = values.map(literalOf).join(', ');
        statement = { text: `${EXPLAIN} EXECUTE explained(${given})`, values: [] };
      }
      const before = await this.#walPosition();
      const { rows } = await client.query<{ 'QUERY PLAN': [Explanation] }>(statement);
      const walBytes = (await this.#walPosition()) - before;
      const locks = await client.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM pg_locks WHERE pid = pg_backend_pid()',
      );
      const explanation = rows[0]?.['QUERY PLAN'][0] as Explanation;
      return { ...summaryOf(explanation), walBytes, locks: locks.rows[0]?.n ?? NaN };
    } finally {
      await client.query('ROLLBACK');
      if (isGeneric) await client.query('DEALLOCATE ALL');
    }
  }

  async #walPosition(): Promise<number> {
    const { rows } = await this.#client.query<{ at: string }>(
      `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS at`,
    );
    return Number(rows[0]?.at);
  }
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return escapeLiteral(`{${value.map((each) => JSON.stringify(each)).join(',')}}`);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return escapeLiteral(value instanceof Date ? value.toISOString() : (value as string));
}

function summaryOf(explanation: Explanation): Omit<Explained, 'walBytes' | 'locks'> {
  const nodes = nodesOf(explanation.Plan).filter((node) => (node['Actual Loops'] ?? 0) > 0);
  const names = nodes.flatMap((node) => {
    const name = node['Index Name'] ?? node['Relation Name'];
    return name === undefined
      ? []
      : [node['Node Type'] === 'Seq Scan' && pagesOf(node) > FEW_PAGES ? `all of ${name}` : name];
  });
  const { Plan: top } = explanation;
  return {
    reads: [...new Set(names.map((name) => name.replace(PARTITION, 'archived_intents')))],
    partitions: new Set(names.flatMap((name) => PARTITION.exec(name)?.[0] ?? [])).size,
    pages: pagesOf(top),
    planMs: explanation['Planning Time'],
    runMs: explanation['Execution Time'],
  };
}

// To read so few is no search.
const FEW_PAGES = 8;
const pagesOf = (node: PlanNode): number =>
  (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0);
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
