import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { declareTypes, PACKAGE, STRICT } from './declare-types.ts';

const ENTRIES = {
  sdk: 'index',
  'sdk/bearer': 'bearer/index',
  'sdk/webhooks': 'webhooks/index',
  'sdk/testing': 'testing/types',
};
const printer = ts.createPrinter({ removeComments: true });

/** Every declaration that an entry exports, by name. */
function exportsOf(entry: string): [name: string, declarations: ts.Declaration[]][] {
  const files = declareTypes(`${entry}.ts`);
  const host = ts.createCompilerHost(STRICT);
  const { getSourceFile } = host;
  // Only the declarations of this folder exist.
  const isOwn = (name: string) => name.startsWith(join(PACKAGE, 'src'));
  host.fileExists = (name) => (isOwn(name) ? files.has(name) : ts.sys.fileExists(name));
  host.readFile = (name) => files.get(name) ?? ts.sys.readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, text, version, true);
  };
  const main = join(PACKAGE, 'src', `${entry}.d.ts`);
  const program = ts.createProgram([main], { ...STRICT, noEmit: true, types: [] }, host);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(main) as ts.SourceFile) as ts.Symbol;
  return checker.getExportsOfModule(module).map((symbol) => {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const { declarations = [] } = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    return [symbol.name, declarations];
  });
}

const all = new Map(Object.entries(ENTRIES).map(([name, entry]) => [name, exportsOf(entry)]));

function print(declaration: ts.Declaration): string {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
}

/** The names of functions and methods without an example. */
function withoutExample([name, declarations]: [string, ts.Declaration[]]): string[] {
  const lacks = (nodes: readonly ts.Node[]) =>
    nodes.every((node) => !ts.getJSDocTags(node).some((tag) => tag.tagName.text === 'example'));
  if (declarations.some(ts.isFunctionDeclaration)) return lacks(declarations) ? [name] : [];
  return declarations
    .flatMap(
      (each) =>
        (ts.isClassDeclaration(each) || ts.isInterfaceDeclaration(each)
          ? [...each.members]
          : []) as ts.Node[],
    )
    .filter((member) => ts.isMethodDeclaration(member) || ts.isMethodSignature(member))
    .filter((method) => lacks([method]))
    .map((method) => `${name}.${method.name.getText()}`);
}

// Types of the runtime, of which the package declares the parts that it uses.
const FOREIGN = /^(Fetch|MswHttp|Node|Signal|TestRequest$|WebhookRequest$)/;

it('every public function and method has an example', () => {
  const own = [...all.values()].flat().filter(([name]) => !FOREIGN.test(name));
  expect(own.length).toBeGreaterThan(60);
  expect(own.flatMap(withoutExample)).toEqual([]);
});

it('a change of the public types shows in public-types.txt (update it with vitest -u)', async () => {
  const report = [...all].map(([entry, exported]) => {
    const texts = exported
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, declarations]) => `// ${name}\n${declarations.map(print).join('\n')}`);
    return `// @procurement-intents/${entry}\n\n${texts.join('\n\n')}`;
  });
  await expect(`${report.join('\n\n')}\n`).toMatchFileSnapshot('../public-types.txt');
});
