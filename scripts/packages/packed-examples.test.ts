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
import { installPacked, run } from './pack-sdk.ts';

// The examples as a reader has them: each folder copied out of the repository, with the packed package that it shows.

const ROOT = join(import.meta.dirname, '..', '..');
const SHOWN = ['sdk', 'gateway'] as const;
type Shown = (typeof SHOWN)[number];
const examplesOf = (shown: Shown): string => join(ROOT, 'packages', shown, 'examples');
const foldersOf = (shown: Shown): string[] =>
  globSync('*/package.json', { cwd: examplesOf(shown) })
    .map(dirname)
    .toSorted();
const FOLDERS = SHOWN.flatMap((shown) => foldersOf(shown).map((folder) => ({ shown, folder })));

interface Manifest {
  private?: boolean;
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const readManifest = (...path: string[]) =>
  JSON.parse(readFileSync(join(...path, 'package.json'), 'utf8')) as Manifest & { version: string };

/** Name and version of everything that an example installs. */
function dependenciesOf(shown: Shown, folder: string): [name: string, version: string][] {
  const { dependencies, devDependencies } = readManifest(examplesOf(shown), folder);
  return Object.entries({ ...dependencies, ...devDependencies });
}

let root: string;
const copyOf = (shown: Shown, ...path: string[]): string => join(root, shown, ...path);

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'packed-examples-'));
  for (const shown of SHOWN) {
    mkdirSync(copyOf(shown));
    await installPacked(shown, copyOf(shown));
  }
  for (const { shown, folder } of FOLDERS) {
    const filter = (path: string) => !['node_modules', 'dist'].includes(basename(path));
    cpSync(join(examplesOf(shown), folder), copyOf(shown, folder), { recursive: true, filter });
    const others = dependenciesOf(shown, folder).filter(([name]) => name !== `@procurement-intents/${shown}`);
    for (const [name] of others) {
      const link = copyOf(shown, folder, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(realpathSync(join(examplesOf(shown), folder, 'node_modules', name)), link);
    }
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it.each(SHOWN)('the list of the examples of packages/%s names each folder', (shown) => {
  const page = readFileSync(join(examplesOf(shown), 'README.md'), 'utf8');
  const linked = [...page.matchAll(/\]\(([^)]+)\/README\.md\)/g)].map(([, folder = '']) => folder);
  expect(linked.toSorted()).toEqual(foldersOf(shown));
});

describe.each(FOLDERS)('$shown: $folder', ({ shown, folder }) => {
  it('names exact versions, those of this checkout', () => {
    expect(readManifest(examplesOf(shown), folder).private).toBe(true);
    for (const [name, version] of dependenciesOf(shown, folder)) {
      expect(version, name).toBe(readManifest(examplesOf(shown), folder, 'node_modules', name).version);
    }
  });

  it('imports only packages that it names, and its own files', () => {
    const known = dependenciesOf(shown, folder).map(([name]) => name);
    const files = globSync('**/*.ts', { cwd: copyOf(shown, folder), exclude: ['node_modules'] });
    for (const file of files) {
      const code = readFileSync(copyOf(shown, folder, file), 'utf8');
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
    const report = await run('node', ['--test'], copyOf(shown, folder));
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
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return run('tsc', ['-p', '.'], folder);
}

it.each(FOLDERS)(
  '$shown: $folder satisfies strict TypeScript',
  async ({ shown, folder }) => {
    // A worker has the web's types alone.
    expect(await check(copyOf(shown, folder), folder.endsWith('worker') ? { types: [] } : {})).toBe('');
  },
  60_000,
);
