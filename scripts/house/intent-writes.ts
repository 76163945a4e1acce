import ts from 'typescript';
import { FENCES } from './intent-writers.mjs';
import { withoutComments } from './table-uses.ts';

type Kind = 'insert' | 'update' | 'delete';

/** A declaration that writes the table `intents`. */
export interface WriterFound {
  name: string;
  writes: Kind[];
}

const KINDS: Record<string, Kind> = { 'INSERT INTO': 'insert', UPDATE: 'update', 'DELETE FROM': 'delete' };
const WRITE = /\b(INSERT INTO|UPDATE|DELETE FROM)\s+(?:ONLY\s+)?(?:public\.)?"?intents"?(?![\w"])/g;
// The table is a parameter, for which the file names this one.
const CHOSEN_WRITE = /\b(INSERT INTO|UPDATE|DELETE FROM)\s+"?\$\{table\}"?/g;
const IS_CHOSEN = /'"?intents"?'/;
const OF_PRISMA = /\.intent\.(create|update|delete|upsert)\w*$/;

const kindsIn = (sql: string, write: RegExp): Kind[] =>
  [...sql.matchAll(write)].flatMap(([, verb = '']) => KINDS[verb] ?? []);

/** The writes of a call; null for other calls, whose parts are looked at. */
function kindsOfCall({ expression, arguments: [first] }: ts.CallExpression): Kind[] | null {
  const called = expression.getText();
  if (called === 'changeRow') return ['update'];
  if (called === 'updateFreeRows') return /table: '"intents"'/.test(first?.getText() ?? '') ? ['update'] : [];
  const method = OF_PRISMA.exec(called)?.[1];
  if (method === undefined) return null;
  return [method === 'create' ? 'insert' : method === 'delete' ? 'delete' : 'update'];
}

const isText = (node: ts.Node): boolean =>
  ts.isTemplateLiteral(node) || ts.isTaggedTemplateExpression(node) || ts.isStringLiteral(node);

/** The name that a node gives to what is in it: of a function, a method, or a constant of the file. */
function nameOf(node: ts.Node): string | null {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name?.getText() ?? null;
  const isOfFile = ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent);
  return isOfFile ? node.name.getText() : null;
}

const parse = (code: string): ts.SourceFile =>
  ts.createSourceFile('file.ts', code, ts.ScriptTarget.Latest, true);

/** The declarations of a file of TypeScript that write the table, the innermost ones. */
export function writersIn(code: string): WriterFound[] {
  const found = new Map<string, Kind[]>();
  const isChosen = IS_CHOSEN.test(code);
  const add = (name: string, kinds: readonly Kind[]): void => {
    if (kinds.length > 0) found.set(name, [...(found.get(name) ?? []), ...kinds]);
  };
  const visit = (node: ts.Node, around: string): void => {
    const name = nameOf(node) ?? around;
    const ofCall = ts.isCallExpression(node) ? kindsOfCall(node) : null;
    if (ofCall !== null) return add(name, ofCall);
    if (isText(node)) {
      const sql = withoutComments(node.getText());
      return add(name, [...kindsIn(sql, WRITE), ...(isChosen ? kindsIn(sql, CHOSEN_WRITE) : [])]);
    }
    ts.forEachChild(node, (child) => visit(child, name));
  };
  visit(parse(code), '');
  return [...found].map(([name, writes]) => ({ name, writes }));
}

/** The text of the declarations of these names. */
export function declarationsOf(code: string, names: readonly string[]): string {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (names.includes(nameOf(node) ?? '')) texts.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(parse(code));
  return withoutComments(texts.join('\n'));
}

/** The bodies of the functions of a file of SQL, by name. */
export const functionsOf = (sql: string): Map<string, string> =>
  new Map(
    [...sql.matchAll(/FUNCTION public\.(\w+)\([\s\S]*?AS \$function\$([\s\S]*?)\$function\$/g)].map(
      ([, name = '', body = '']) => [name, withoutComments(body)],
    ),
  );

/** The functions of a file of SQL that write the table. */
export const writersInSql = (sql: string): WriterFound[] =>
  [...functionsOf(sql)].flatMap(([name, body]) => {
    const writes = kindsIn(body, WRITE);
    return writes.length > 0 ? [{ name, writes }] : [];
  });

/** The fences that the text of a statement has. */
export const fencesIn = (text: string): string[] =>
  Object.entries(FENCES)
    .filter(([, pattern]) => pattern.test(text))
    .map(([name]) => name)
    .sort();
