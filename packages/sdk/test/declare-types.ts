import { join } from 'node:path';
import ts from 'typescript';

/** Folder of the package. */
export const PACKAGE = join(import.meta.dirname, '..');
/** The strictest options that an integrator may have. */
export const STRICT: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
};

/** The type declarations behind an entry of the package, as text by path. */
export function declareTypes(entry = 'index.ts'): Map<string, string> {
  const files = new Map<string, string>();
  const program = ts.createProgram([join(PACKAGE, 'src', entry)], {
    ...STRICT,
    allowImportingTsExtensions: true,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    stripInternal: true,
    types: ['node'],
    typeRoots: [join(PACKAGE, 'node_modules', '@types')],
  });
  program.emit(undefined, (name, text) => files.set(name, text));
  return files;
}
