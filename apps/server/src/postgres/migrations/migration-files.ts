import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One folder of Prisma's layout. */
export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the file, as Prisma records it. */
  checksum: string;
  /** The statements of a migration that runs outside a transaction; null: all of it is one transaction. */
  steps: readonly string[] | null;
}

const OUTSIDE_TRANSACTION = /^-- outside a transaction[ \t]*\r?(?:\n|$)/;
// Literals, quoted names and comments, in which a semicolon does not end a statement; then the semicolon itself.
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;
const BUILDS_INDEX = /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\b/i;
const NAMES_INDEX =
  /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+IF\s+NOT\s+EXISTS\s+("(?:[^"]|"")+"|\w+)\s+ON\b/i;

/** The migrations in a folder of Prisma's layout, in order of name. @throws Error when a step could not be repeated. */
export function readMigrations(dir: string): Migration[] {
  const names = readdirSync(dir).filter((name) => existsSync(join(dir, name, 'migration.sql')));
  return names.sort().map((name) => {
    const bytes = readFileSync(join(dir, name, 'migration.sql'));
    const sql = bytes.toString();
    const checksum = createHash('sha256').update(bytes).digest('hex');
    return { name, sql, checksum, steps: OUTSIDE_TRANSACTION.test(sql) ? readSteps(name, sql) : null };
  });
}

/** The name of the index that a step builds concurrently, quoted as in the step; null for every other step. */
export function builtIndexOf(step: string): string | null {
  return NAMES_INDEX.exec(step)?.[1] ?? null;
}

function readSteps(name: string, sql: string): string[] {
  const steps = splitStatements(sql);
  for (const step of steps) {
    if (BUILDS_INDEX.test(step) && builtIndexOf(step) === null)
      throw new Error(`migration ${name} must name its index and say IF NOT EXISTS: ${step}`);
  }
  return steps;
}

/** The statements of a script without its comments. Escape strings (`E'\''`) are not supported. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let at = 0;
  for (const match of sql.matchAll(TOKEN)) {
    const [token] = match;
    statement += sql.slice(at, match.index);
    at = match.index + token.length;
    if (token === ';') {
      statements.push(statement);
      statement = '';
    } else statement += /^(--|\/\*)/.test(token) ? ' ' : token;
  }
  statements.push(statement + sql.slice(at));
  return statements.map((text) => text.trim()).filter((text) => text !== '');
}
