import type { DatabaseClient } from './migrated-database.ts';

const TABLES = `pg_class t JOIN pg_namespace s ON s.oid = t.relnamespace AND s.nspname = 'public'
  AND t.relkind IN ('r', 'p') AND t.relname <> '_prisma_migrations'`;

const ENUMS = `SELECT format('enum %s (%s)', t.typname, string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder)) AS fact
  FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid GROUP BY t.oid, t.typname`;

const COLUMNS = `SELECT format('column %s.%s %s%s%s', t.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attnotnull THEN ' not null' END, CASE WHEN a.atthasdef OR a.attidentity <> '' THEN ' default' END) AS fact
  FROM ${TABLES} JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped`;

const INDEXES = `SELECT format('%s %s(%s)%s',
    CASE WHEN i.indisprimary THEN 'primary key' WHEN i.indisunique THEN 'unique index' ELSE 'index' END, t.relname,
    string_agg(a.attname || CASE WHEN i.indoption[k.n - 1] & 1 = 1 THEN ' desc' ELSE '' END, ', ' ORDER BY k.n),
    CASE WHEN m.amname <> 'btree' THEN ' using ' || m.amname END) AS fact
  FROM ${TABLES} JOIN pg_index i ON i.indrelid = t.oid AND i.indexprs IS NULL AND i.indpred IS NULL
  JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
  CROSS JOIN generate_series(1, i.indnkeyatts) AS k(n)
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = i.indkey[k.n - 1]
  GROUP BY i.indexrelid, i.indisprimary, i.indisunique, t.relname, m.amname`;

const RULES = `'{"a":"NoAction","r":"Restrict","c":"Cascade","n":"SetNull","d":"SetDefault"}'::json`;
const columnList = (table: string, keys: string) => `(SELECT string_agg(a.attname, ', ' ORDER BY k.n)
  FROM unnest(${keys}) WITH ORDINALITY AS k(attnum, n)
  JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = k.attnum)`;

const FOREIGN_KEYS = `SELECT format('foreign key %s(%s) to %s(%s) on delete %s on update %s', t.relname,
    ${columnList('f.conrelid', 'f.conkey')}, r.relname, ${columnList('f.confrelid', 'f.confkey')},
    ${RULES} ->> f.confdeltype::text, ${RULES} ->> f.confupdtype::text) AS fact
  FROM ${TABLES} JOIN pg_constraint f ON f.conrelid = t.oid AND f.contype = 'f' JOIN pg_class r ON r.oid = f.confrelid`;

/** The contents of the schema `public` of a database, one line per fact, without what schema.prisma cannot express. */
export async function describeDatabase(client: DatabaseClient): Promise<Set<string>> {
  const { rows } = await client.query<{ fact: string }>(
    [ENUMS, COLUMNS, INDEXES, FOREIGN_KEYS].join('\nUNION\n'),
  );
  return new Set(rows.map(({ fact }) => fact));
}
