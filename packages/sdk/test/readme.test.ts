import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');

/** The snippets as one module, imports first: each snippet can use the declarations of earlier ones. */
function assemble(readme: string): string {
  const snippets = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  const isImport = (line: string) => line.startsWith('import ');
  const imports = snippets.flatMap((code) => code.split('\n').filter(isImport));
  const bodies = snippets.map((code) =>
    code
      .split('\n')
      .filter((line) => !isImport(line))
      .join('\n'),
  );
  return [...imports, ...bodies].join('\n');
}

it('the snippets of the README type-check', () => {
  const file = join(PACKAGE, 'test', 'readme-snippets.ts');
  const source = assemble(readFileSync(join(PACKAGE, 'README.md'), 'utf8'));
  expect(source).toContain('createAndWait');
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(PACKAGE, 'node_modules', '@types')],
    paths: {
      '@procurement-intents/sdk': [join(PACKAGE, 'src', 'index.ts')],
      '@procurement-intents/sdk/bearer': [join(PACKAGE, 'src', 'bearer', 'index.ts')],
      '@procurement-intents/sdk/testing': [join(PACKAGE, 'src', 'testing', 'index.ts')],
      '@procurement-intents/sdk/webhooks': [join(PACKAGE, 'src', 'webhooks', 'index.ts')],
      express: [join(PACKAGE, 'node_modules/@types/express/index.d.ts')],
      // The server has it; the SDK needs it for no more than this example.
      '@opentelemetry/api': [
        join(PACKAGE, '../../apps/server/node_modules/@opentelemetry/api/build/src/index.d.ts'),
      ],
    },
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? source : readFile(name));
  host.getSourceFile = (name, version, ...rest) =>
    name === file ? ts.createSourceFile(name, source, version) : getSourceFile(name, version, ...rest);
  const program = ts.createProgram([file], options, host);
  // Only the errors of this file: other tests check the imported files.
  const snippets = program.getSourceFile(file);
  const diagnostics = [
    ...program.getSyntacticDiagnostics(snippets),
    ...program.getSemanticDiagnostics(snippets),
  ];
  expect(diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual(
    [],
  );
}, 60_000);
