import type { DatabaseClient } from './migrated-database.ts';

/** A statement that creates a part of a database. */
export interface Definition {
  /** The table that it belongs to; null for a function that no trigger calls. */
  table: string | null;
  /** The same for a function and its triggers on the table. */
  group: string;
  /** Without a semicolon at its end. */
  sql: string;
}

const TABLES = `pg_class t JOIN pg_namespace s ON s.oid = t.relnamespace AND s.nspname = 'public'
  AND t.relkind IN ('r', 'p') AND t.relname <> '_prisma_migrations'`;
const TRIGGERS_OF_TABLES = `${TABLES} JOIN pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal
  JOIN pg_proc p ON p.oid = g.tgfoid`;

// A function of several tables belongs to the first of them. Postgres itself makes those in its internal language, with
// a type of the schema.
const FUNCTIONS = `
  SELECT min(t.relname), '1 ' || p.proname, 1, p.oid::regprocedure::text, pg_get_functiondef(p.oid)
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace AND n.nspname = 'public' AND p.prokind IN ('f', 'p')
  JOIN pg_language l ON l.oid = p.prolang AND l.lanname <> 'internal'
  LEFT JOIN pg_trigger g ON g.tgfoid = p.oid LEFT JOIN pg_class t ON t.oid = g.tgrelid
  GROUP BY p.oid, p.proname`;

const TRIGGERS = `
  SELECT t.relname, '1 ' || p.proname, 2, g.tgname, pg_get_triggerdef(g.oid, true) FROM ${TRIGGERS_OF_TABLES}`;

const TRIGGER_STATES = `
  SELECT t.relname, '1 ' || p.proname, 3, g.tgname, format('ALTER TABLE %I %s TRIGGER %I', t.relname,
    '{"D":"DISABLE","R":"ENABLE REPLICA","A":"ENABLE ALWAYS"}'::json ->> g.tgenabled::text, g.tgname)
  FROM ${TRIGGERS_OF_TABLES} WHERE g.tgenabled <> 'O'`;

const CONSTRAINTS = `
  SELECT t.relname, '2 ' || c.conname, 1, c.conname,
    format('ALTER TABLE %I ADD CONSTRAINT %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid, true))
  FROM ${TABLES} JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype <> 't'
  WHERE c.contype IN ('c', 'x') OR c.condeferrable OR NOT c.convalidated`;

// Options of a column: 0 is ascending and 3 descending, with nulls at the default end. The index of an exclusion is part
// of its constraint.
const INDEXES = `
  SELECT t.relname, '3 ' || c.relname, 1, c.relname, pg_get_indexdef(c.oid, 0, true)
  FROM ${TABLES} JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class c ON c.oid = i.indexrelid
  WHERE NOT i.indisexclusion AND (i.indexprs IS NOT NULL OR i.indpred IS NOT NULL OR i.indnatts > i.indnkeyatts OR i.indnullsnotdistinct
    OR c.reloptions IS NOT NULL OR EXISTS (SELECT FROM unnest(i.indoption) AS o WHERE o NOT IN (0, 3))
    OR EXISTS (SELECT FROM pg_opclass o WHERE o.oid = ANY (i.indclass) AND NOT o.opcdefault))`;

const STORAGE = `
  SELECT t.relname, '4', 1, t.relname, format('ALTER TABLE %I SET (%s)', t.relname, array_to_string(t.reloptions, ', '))
  FROM ${TABLES} WHERE t.reloptions IS NOT NULL`;

const PARTITIONS = `
  SELECT t.relname, '5', 1, t.relname, format('CREATE TABLE %I PARTITION BY %s', t.relname, pg_get_partkeydef(t.oid))
  FROM ${TABLES} WHERE t.relkind = 'p'`;

const PARTS = [FUNCTIONS, TRIGGERS, TRIGGER_STATES, CONSTRAINTS, INDEXES, STORAGE, PARTITIONS];
const DEFINITIONS = `
  SELECT "table", "group", "sql" FROM (${PARTS.join(' UNION ALL ')}) AS parts("table", "group", "rank", "name", "sql")
  ORDER BY "table" COLLATE "C" NULLS FIRST, "group" COLLATE "C", "rank", "name" COLLATE "C"`;

/**
 * What schema.prisma cannot express of the schema `public`, by table: functions, each followed by its triggers and
 * whether they are disabled; checks, and constraints that are deferrable or not validated; expression, partial and
 * covering indexes; storage parameters; by what a table is partitioned.
 *
 * Not read: views, rewrite rules, policies, privileges and the values of defaults.
 */
export async function readDefinitions(client: DatabaseClient): Promise<Definition[]> {
  return (await client.query<Definition>(DEFINITIONS)).rows;
}
