import type { Definition } from './read-definitions.ts';

const HEAD = `-- What the database has that schema.prisma cannot express: functions, triggers, checks, indexes and storage parameters,
-- table by table, as the migrations leave them. \`npm run schema -- --write\` writes the statements from a database that
-- was migrated from nothing, and keeps the comments, which are written by hand. Nothing runs this file.`;
// A line for each clause; `pg_get_triggerdef` and `pg_get_indexdef` write one line.
const CLAUSE = / (?=(?:REFERENCING|FOR EACH|WHEN|EXECUTE FUNCTION|INCLUDE|WHERE) )/g;
const CONDITION = / (?=AND )/g;

/** The contents of functions.sql for `definitions`, with the comments that `present`, its contents until now, has. */
export function printFunctionsFile(definitions: readonly Definition[], present: string): string {
  const byTable = Map.groupBy(definitions, ({ table }) => table);
  const sections = [...byTable].map(([table, ofTable]) => {
    const title = table === null ? 'Functions that no trigger calls' : `Table ${table}`;
    const groups = [...Map.groupBy(ofTable, ({ group }) => group).values()];
    return [`-- ===== ${title} =====`, ...groups.map((group) => printGroup(group, present))].join('\n\n');
  });
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}

function printGroup(group: readonly Definition[], present: string): string {
  const statements = group.map(({ sql }) => {
    const isFunction = sql.includes('$function$');
    return `${isFunction ? sql.trimEnd() : sql.replaceAll(CLAUSE, '\n  ').replaceAll(CONDITION, '\n    ')};`;
  });
  const text = statements.join('\n');
  return commentAbove(firstLine(text), present) + text;
}

/** The comment that stands above a line of `text`; empty without one. */
function commentAbove(line: string, text: string): string {
  const lines = text.split('\n');
  const end = Math.max(lines.indexOf(line), 0);
  const start = lines.slice(0, end).findLastIndex((one) => !one.startsWith('--')) + 1;
  return lines
    .slice(start, end)
    .map((one) => `${one}\n`)
    .join('');
}

/** How `present` differs from `wanted`, the output of {@link printFunctionsFile}; empty when it does not. */
export function compareFunctionsFiles(present: string, wanted: string): string[] {
  const [found, expected] = [groupsOf(present), groupsOf(wanted)];
  const differences = [
    ...[...found.difference(expected)].map((group) => `only in functions.sql:\n${group}`),
    ...[...expected.difference(found)].map((group) => `only in the migrations:\n${group}`),
    ...[...expected]
      .filter((group) => !group.startsWith('--'))
      .map((group) => `without a comment above it: ${firstLine(group)}`),
  ];
  return differences.length === 0 && present !== wanted ? ['functions.sql is in another order'] : differences;
}

const firstLine = (text: string): string => text.split('\n', 1).join();

const groupsOf = (text: string): Set<string> => new Set(text.trimEnd().split(/\n\n(?=--|CREATE |ALTER )/));
