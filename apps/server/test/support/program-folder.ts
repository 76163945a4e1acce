import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../../src/config/config.ts';

const CONTRACT_MODULES = join(REPOSITORY, 'packages', 'contract', 'node_modules');
const SDK_MODULES = join(REPOSITORY, 'packages', 'sdk', 'node_modules');

/** What a program in the folder can import, and where it is. */
const PACKAGES: Record<string, string> = {
  '@procurement-intents/sdk': join(REPOSITORY, 'packages', 'sdk'),
  '@types/express': join(SDK_MODULES, '@types', 'express'),
  '@types/node': join(CONTRACT_MODULES, '@types', 'node'),
  express: join(SDK_MODULES, 'express'),
  msw: join(SDK_MODULES, 'msw'),
  'openapi-fetch': join(CONTRACT_MODULES, 'openapi-fetch'),
};

export interface Run {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: Record<string, string>;
  timeoutMs?: number;
}

export type ProgramFolder = ReturnType<typeof createProgramFolder>;

/** A folder outside the repository, like that of an integrator, for programs to be written, checked and run in. */
export function createProgramFolder() {
  const dir = mkdtempSync(join(tmpdir(), 'programs-'));
  const write = (name: string, content: string | Uint8Array): string => {
    const file = join(dir, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  write('package.json', '{ "private": true, "type": "module" }');
  for (const [name, target] of Object.entries(PACKAGES)) {
    const link = join(dir, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
  }

  function run(
    file: string,
    args: string[],
    { env = {}, timeoutMs = 50_000 }: RunOptions = {},
  ): Promise<Run> {
    const options = {
      cwd: dir,
      timeout: timeoutMs,
      env: { PATH: process.env['PATH'], HOME: dir, LANG: 'C.UTF-8', ...env },
    };
    return new Promise((resolve) => {
      execFile(file, args, options, (error, stdout, stderr) => {
        resolve({ exitCode: error ? Number(error.code ?? -1) : 0, stdout, stderr });
      });
    });
  }

  /** What the compiler says against the TypeScript in these files, under its strict rules. */
  function typecheck(files: string[], changes: Record<string, unknown> = {}): Promise<string> {
    const compilerOptions = {
      target: 'es2024',
      lib: ['es2024'],
      module: 'nodenext',
      types: ['node'],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      skipLibCheck: true,
      ...changes,
    };
    const config = write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    const tsc = join(CONTRACT_MODULES, 'typescript', 'bin', 'tsc');
    return run(process.execPath, [tsc, '-p', config]).then(({ stdout, stderr }) => stdout + stderr);
  }

  return {
    dir,
    write,
    run,
    typecheck,
    bin: (name: string): string => join(CONTRACT_MODULES, '.bin', name),
    remove: () => rmSync(dir, { recursive: true }),
  };
}

/** Whether this machine has all of these; says aloud which are missing and what is not run for it. */
export function hasTools(what: string, ...tools: string[]): boolean {
  const missing = tools.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0);
  if (missing.length > 0) {
    process.stderr.write(`SKIPPED: ${what} is not run, this machine has no ${missing.join(' and ')}\n`);
  }
  return missing.length === 0;
}
