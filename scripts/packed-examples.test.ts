import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackedSdk, run } from './pack-sdk.ts';

// The examples as a reader has them: each folder copied out of the repository, with the packed SDK.

const ROOT = join(import.meta.dirname, '..');
const EXAMPLES = join(ROOT, 'packages', 'sdk', 'examples');
const SDK = '@procurement-intents/sdk';
const FOLDERS = globSync('*/package.json', { cwd: EXAMPLES }).map(dirname).toSorted();

interface Manifest {
  private?: boolean;
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const readManifest = (...path: string[]) =>
  JSON.parse(readFileSync(join(...path, 'package.json'), 'utf8')) as Manifest & { version: string };

/** Name and version of everything that an example installs. */
function dependenciesOf(folder: string): [name: string, version: string][] {
  const { dependencies, devDependencies } = readManifest(EXAMPLES, folder);
  return Object.entries({ ...dependencies, ...devDependencies });
}

let project: string;
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'packed-examples-'));
  await installPackedSdk(project);
  for (const folder of FOLDERS) {
    const filter = (path: string) => !['node_modules', 'dist'].includes(basename(path));
    cpSync(join(EXAMPLES, folder), join(project, folder), { recursive: true, filter });
    for (const [name] of dependenciesOf(folder).filter(([each]) => each !== SDK)) {
      const link = join(project, folder, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(realpathSync(join(EXAMPLES, folder, 'node_modules', name)), link);
    }
  }
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

it('the list of the examples names each folder', () => {
  const page = readFileSync(join(EXAMPLES, 'README.md'), 'utf8');
  const linked = [...page.matchAll(/\]\(([^)]+)\/README\.md\)/g)].map(([, folder = '']) => folder);
  expect(linked.toSorted()).toEqual(FOLDERS);
});

describe.each(FOLDERS)('%s', (folder) => {
  it('names exact versions, those of this checkout', () => {
    expect(readManifest(EXAMPLES, folder).private).toBe(true);
    for (const [name, version] of dependenciesOf(folder)) {
      expect(version, name).toBe(readManifest(EXAMPLES, folder, 'node_modules', name).version);
    }
  });

  it('imports only packages that it names, and its own files', () => {
    const known = dependenciesOf(folder).map(([name]) => name);
    const files = globSync('**/*.ts', { cwd: join(project, folder), exclude: ['node_modules'] });
    for (const file of files) {
      const code = readFileSync(join(project, folder, file), 'utf8');
      const names = [...code.matchAll(/^(?:import|} from|.*\bfrom) .*?'([^']+)'/gm)].map(
        ([, name = '']) => name,
      );
      for (const name of names) {
        if (name.startsWith('node:')) continue;
        const isOwn = name.startsWith('.') && join(folder, dirname(file), name).startsWith(`${folder}/`);
        expect(
          isOwn || known.some((each) => name === each || name.startsWith(`${each}/`)),
          `${file}: ${name}`,
        ).toBe(true);
      }
    }
  });

  it('passes its own tests', async () => {
    const report = await run('node', ['--test'], join(project, folder));
    expect(report).toMatch(/^\S+ pass [1-9]/m);
    expect(report).toMatch(/^\S+ fail 0$/m);
  }, 60_000);
});

function check(folder: string, changes: object): Promise<string> {
  const config = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: { lib: ['es2024', 'dom'], ...changes },
    exclude: ['node_modules', '*.test.ts'],
  };
  writeFileSync(join(project, folder, 'tsconfig.json'), JSON.stringify(config));
  return run('tsc', ['-p', '.'], join(project, folder));
}

it.each(FOLDERS)(
  '%s satisfies strict TypeScript',
  async (folder) => {
    // A worker has the web's types alone.
    expect(await check(folder, folder.endsWith('worker') ? { types: [] } : {})).toBe('');
  },
  60_000,
);
