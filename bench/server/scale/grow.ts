import { chownSync, closeSync, ftruncateSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';

const PAGE_BYTES = 8192;
const PAGES_OF_FILE = 131_072;

/** A table that shall look as if it and its indexes had `times` as many pages and rows as those of `like`. */
export interface Grown {
  table: string;
  like: string;
  times: number;
}

/** A table or index that was made to look larger. */
export interface GrownRelation {
  table: string;
  name: string;
  isIndex: boolean;
  /** Its file below the data folder, and how long that must be. */
  path: string;
  pages: number;
  rows: number;
}

/**
 * Writes the statistics of so many rows, those of columns and of expressions too. The planner multiplies the rows of a page
 * by the pages of the file, so the files must become as long, while the server is stopped: see {@link growFiles}.
 */
export async function growStatistics(client: Client, grown: readonly Grown[]): Promise<GrownRelation[]> {
  const relations: GrownRelation[] = [];
  for (const { table, like, times } of grown) {
    const { rows } = await client.query<Pair>(PAIRS, [like, table]);
    for (const pair of rows) {
      if (pair.like !== pair.name) await client.query(COPY_COLUMNS, [pair.like, pair.name]);
      const { name, path, isIndex } = pair;
      relations.push({
        table,
        name,
        path,
        isIndex,
        pages: Math.ceil(pair.pages * times),
        rows: pair.rows * times,
      });
    }
  }
  // Only now: tables that are like others are grown from what those were.
  for (const { name, pages, rows } of relations) await client.query(RESTORE, [name, pages, rows]);
  return relations;
}

interface Pair {
  like: string;
  name: string;
  path: string;
  isIndex: boolean;
  pages: number;
  rows: number;
}

const relationsOf = (parameter: string): string => `
  SELECT c.oid, c.relname, c.relkind = 'i' AS "isIndex", 0 AS n FROM pg_class AS c WHERE c.oid = to_regclass(quote_ident(${parameter}))
  UNION ALL SELECT c.oid, c.relname, true, row_number() OVER (ORDER BY c.oid) FROM pg_index AS i
  JOIN pg_class AS c ON c.oid = i.indexrelid WHERE i.indrelid = to_regclass(quote_ident(${parameter}))`;
// The indexes of two partitions were made in the same order.
const PAIRS = `
  SELECT a.relname AS "like", b.relname AS name, pg_relation_filepath(b.oid) AS path, b."isIndex",
    (pg_relation_size(a.oid) / ${PAGE_BYTES})::int AS pages,
    (SELECT reltuples FROM pg_class WHERE oid = a.oid)::float8 AS rows
  FROM (${relationsOf('$1')}) AS a JOIN (${relationsOf('$2')}) AS b USING (n)`;
const COPY_COLUMNS = `
  SELECT pg_restore_attribute_stats('schemaname', 'public'::text, 'relname', $2::text, 'attname', s.attname::text,
    'inherited', false, 'null_frac', s.null_frac, 'avg_width', s.avg_width, 'n_distinct', s.n_distinct,
    'most_common_vals', s.most_common_vals::text, 'most_common_freqs', s.most_common_freqs,
    'histogram_bounds', s.histogram_bounds::text, 'correlation', s.correlation)
  FROM pg_stats AS s WHERE s.schemaname = 'public' AND s.tablename = $1 AND NOT s.inherited`;
// All pages are visible to all, as after VACUUM.
const RESTORE = `
  SELECT pg_restore_relation_stats('schemaname', 'public'::text, 'relname', $1::text, 'relpages', $2::int,
    'reltuples', $3::real, 'relallvisible', $2::int)`;

/** Makes the files as long as the statistics say, with holes that take no disk. Pages that are all zero are empty ones. */
export function growFiles(dataDir: string, files: readonly GrownRelation[]): void {
  for (const { path, pages } of files) {
    const first = join(dataDir, path);
    const { uid, gid, mode, size } = statSync(first);
    if (size >= pages * PAGE_BYTES) continue;
    for (let file = 0; file * PAGES_OF_FILE < pages; file += 1) {
      const name = file === 0 ? first : `${first}.${file}`;
      const length = Math.min(PAGES_OF_FILE, pages - file * PAGES_OF_FILE) * PAGE_BYTES;
      const opened = openSync(name, 'a', mode & 0o777);
      ftruncateSync(opened, length);
      closeSync(opened);
      chownSync(name, uid, gid);
    }
  }
}
