/** A use of a table by SQL or by its Prisma model. */
export interface TableUse {
  table: string;
  kind: 'read' | 'write';
  by: 'sql' | 'prisma';
}

/** The tables of `schema.prisma` by the names that Prisma's clients give their models. */
export function modelsOf(schema: string): Map<string, string> {
  const found = schema.matchAll(/^model (\w)(\w*) \{[\s\S]*?@@map\("(\w+)"\)/gm);
  return new Map(
    [...found].map(([, first = '', rest = '', table = '']) => [first.toLowerCase() + rest, table]),
  );
}

// Methods of Prisma's models: those that write, and those that read.
const PRISMA_CALL =
  /\.(\w+)\s*\.(?:((?:create|update|delete)(?:Many(?:AndReturn)?)?|upsert)|find(?:First|Unique|Many)\w*|count|aggregate|groupBy)\(/g;
// A statement whose table is a parameter: the tables that it is for stand elsewhere in the file.
const CHOSEN = /(?:FROM|JOIN|INTO|UPDATE) "?\$\{table\}/;
const CHOSEN_WRITE = /(?:INTO|UPDATE|DELETE FROM) "?\$\{table\}/;

/** Code of TypeScript or SQL without its comments. */
export const withoutComments = (code: string): string =>
  code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*(?:\/\/|--).*$/gm, '');

/**
 * Which of the tables a file of TypeScript uses: those that its SQL has in double quotes, and the models that it calls. It knows
 * what is written there, not what a function of the database does.
 *
 * @param models - of {@link modelsOf}.
 */
export function tableUsesIn(code: string, models: ReadonlyMap<string, string>): TableUse[] {
  const text = withoutComments(code);
  const tables = [...models.values()].join('|');
  const use = (table: string, isWritten: boolean, by: TableUse['by']): TableUse => ({
    table,
    kind: isWritten ? 'write' : 'read',
    by,
  });
  // An alias can have the name of a table.
  const inSql = text.matchAll(new RegExp(`(INTO|UPDATE|DELETE FROM|table: '|AS)?\\s*"(${tables})"`, 'g'));
  const inPrisma = text.matchAll(PRISMA_CALL);
  const chosen = CHOSEN.test(text) ? text.matchAll(new RegExp(`'"?(${tables})"?'`, 'g')) : [];
  return [
    ...[...inSql].flatMap(([, verb, table = '']) =>
      verb === 'AS' ? [] : [use(table, verb !== undefined, 'sql')],
    ),
    ...[...chosen].map(([, table = '']) => use(table, CHOSEN_WRITE.test(text), 'sql')),
    ...[...inPrisma].flatMap(([, model = '', write]) => {
      const table = models.get(model);
      return table === undefined ? [] : [use(table, write !== undefined, 'prisma')];
    }),
  ];
}
